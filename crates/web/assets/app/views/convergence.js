// How the estimates came to be what they are: every move's estimate against the number of playouts, and its exact value.

import { logChart } from "../chart.js";
import { h } from "../dom.js";
import { toNumber } from "../fraction.js";
import { t } from "../i18n.js";

/** By which factor the playouts grow from one remembered point to the next. */
const GROWTH = 1.06;
/** Beyond so many moves the lines cannot be told apart. */
const MOST = 20;

/** Remembers estimates at growing numbers of playouts. `rows` are `{move, mean}`. */
export class History {
  #points = [];

  add(done, rows) {
    const last = this.#points.at(-1);
    if (done > 0 && (!last || done >= last.done * GROWTH))
      this.#points.push({ done, means: new Map(rows.map(({ move, mean }) => [move.move, mean])) });
  }

  /** The points of one move: playouts in all, and its estimate then. */
  of(move) {
    return this.#points.map(({ done, means }) => [done, means.get(move) ?? null]).filter(([, mean]) => mean !== null);
  }
}

/** The chart of a history; nothing before there are lines to draw. `rows` are `{move, exact}`. */
export function convergence(history, rows) {
  if (rows.length > MOST) return null;
  const series = rows.map(({ move }) => ({
    name: move.move,
    mark: move.move,
    kind: move.best ? "best" : "other",
    points: history.of(move.move),
  }));
  const drawn = series.filter(({ points }) => points.length > 1);
  if (drawn.length === 0) return null;
  const exact = rows
    .filter((row) => row.exact !== null)
    .map((row) => ({
      y: toNumber(row.exact),
      kind: row.move.best ? "best" : "other",
      name: `${row.move.move}: ${row.exact}`,
    }));
  const heights = [...exact.map(({ y }) => y), ...drawn.map(({ points }) => points.at(-1)[1])];
  const low = Math.max(0, Math.floor(Math.min(...heights) * 10 - 1) / 10);
  const high = Math.min(1, Math.ceil(Math.max(...heights) * 10 + 1) / 10);
  return h(
    "div",
    { class: "convergence" },
    h("h3", {}, t("lab.convergence")),
    logChart({ series: drawn, levels: exact, range: [low, high], label: t("lab.convergence"), xLabel: t("lab.axis") }),
    h(
      "p",
      { class: "muted legend-line" },
      h("span", {}, h("i", { class: "key best" }), t("lab.key.best")),
      h("span", {}, h("i", { class: "key other" }), t("lab.key.other")),
      h("span", {}, h("i", { class: "key height" }), t("lab.key.exact")),
    ),
  );
}
