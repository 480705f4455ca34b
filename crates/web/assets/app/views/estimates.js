// The estimates of every move beside their exact values, with intervals.

import { h } from "../dom.js";
import { decimal, toNumber } from "../fraction.js";
import { t } from "../i18n.js";

/** The 97.5 % point of the normal distribution, for intervals of 95 %. */
const Z = 1.959963984540054;

/** A tally before the first playout. */
export function emptyTally() {
  return { playouts: 0, o: 0, draw: 0, x: 0 };
}

/** The interval of Wilson for a mean between 0 and 1 of n trials. For scores, where a draw is 1/2, it is wider than need be. */
export function wilson(mean, n) {
  const spread = (Z * Z) / n;
  const centre = (mean + spread / 2) / (1 + spread);
  const half = (Z / (1 + spread)) * Math.sqrt((mean * (1 - mean)) / n + spread / (4 * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/**
 * The moves of a position with their tallies, estimates and exact values. `chance` is what is estimated, from the view of the
 * player to move.
 */
export function rowsOf(position, tally, chance) {
  const side = position.to_move;
  const other = side === "o" ? "x" : "o";
  const key = { win: side, draw: "draw", loss: other }[chance];
  const measured = ({ playouts, draw, ...counts }) =>
    chance === "score" ? (counts[side] + draw / 2) / playouts : { ...counts, draw }[key] / playouts;
  const exactOf = (move) =>
    move.playout === null ? null : chance === "score" ? move[`ps_${side}`] : move.playout[key];
  return position.moves.map((move) => {
    const counts = tally.get(move.move) ?? emptyTally();
    return { move, counts, mean: counts.playouts > 0 ? measured(counts) : null, exact: exactOf(move) };
  });
}

/** One bar for each row. `isRace` says that the greatest estimate is what a player would play. */
export function estimates(rows, done, isRace) {
  const highest = Math.max(...rows.map(({ mean }) => mean ?? -1));
  const leads = ({ mean }) => isRace && mean !== null && mean === highest;
  const leaders = rows.filter(leads).map(({ move }) => move);
  const verdict =
    leaders.length === 0 || leaders[0].best === null ? null : leaders.every(({ best }) => best) ? "right" : "wrong";
  const names = leaders.map(({ move }) => move).join(" ");
  return h(
    "div",
    { class: "estimates" },
    h(
      "p",
      { class: "muted" },
      t("lab.total", { n: done.toLocaleString("en") }),
      verdict ? h("strong", { class: verdict }, " ", t(`lab.${verdict}`, { move: names })) : null,
    ),
    h(
      "div",
      { class: "estimate-head", "aria-hidden": "true" },
      h("span", {}, t("column.move")),
      h(
        "span",
        { class: "scale" },
        [0, 0.25, 0.5, 0.75, 1].map((tick) => h("span", {}, tick)),
      ),
      h("span", {}, t("lab.columns")),
    ),
    h(
      "ul",
      { class: "estimate-rows" },
      rows.map((row) => estimateRow(row, leads(row))),
    ),
    h(
      "p",
      { class: "muted legend-line" },
      ["bar", "interval", "exact"].map((name) => h("span", {}, h("i", { class: `key ${name}` }), t(`lab.key.${name}`))),
    ),
  );
}

function estimateRow({ move, counts, mean, exact }, isLeading) {
  const share = (value) => `${(value * 100).toFixed(3)}%`;
  const track = h("span", { class: "track", "aria-hidden": "true" });
  const part = (name, left, width) => {
    const element = h("span", { class: name });
    element.style.left = share(left);
    if (width !== undefined) element.style.width = share(width);
    track.append(element);
  };
  if (mean !== null) {
    const [low, high] = wilson(mean, counts.playouts);
    part("bar", 0, mean);
    part("interval", low, high - low);
  }
  if (exact !== null) part("exact", toNumber(exact));
  const numbers = [
    h("span", { class: "number" }, mean === null ? "–" : mean.toFixed(4)),
    h("span", { class: "number muted", title: exact ?? "" }, exact === null ? "" : decimal(exact)),
  ];
  const label = `${move.move}: ${t("lab.row", { mean: mean === null ? "–" : mean.toFixed(4), exact: exact ?? "–", n: counts.playouts })}`;
  return h(
    "li",
    { class: isLeading ? "leading" : null, "aria-label": label },
    h(
      "span",
      { class: "name" },
      move.move,
      move.best ? h("span", { class: "star", title: t("best.move") }, "★") : null,
      isLeading ? h("span", { class: "leads", title: t("lab.leads") }, "◀") : null,
    ),
    track,
    h(
      "span",
      { class: "numbers" },
      numbers,
      h("span", { class: "number muted" }, counts.playouts.toLocaleString("en")),
    ),
  );
}
