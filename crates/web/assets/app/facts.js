// What is known about a position, as text and as a table; and refusals, shown where the user looks.

import { Refusal } from "./api.js";
import { fill, h } from "./dom.js";
import { both, decimal } from "./fraction.js";
import { t, tryText } from "./i18n.js";
import { valueSign, valueWords } from "./value.js";

/** The value of a position as a coloured letter with its plies: `D6`. */
export function badge(value, plies) {
  if (value === null || value === undefined) return h("span", { class: "badge none" }, "?");
  const text = valueWords(value, plies);
  return h("span", { class: `badge ${value}`, title: text, role: "img", "aria-label": text }, valueSign(value, plies));
}

/** The outcome of random play as one bar in three colours, with its numbers in words. */
export function outcomeBar(playout) {
  const text = ["o", "draw", "x"].map((key) => `${t(`chance.${key}`)} ${both(playout[key])}`).join(", ");
  const parts = ["o", "draw", "x"].map((key) => {
    const part = h("span", { class: `part ${key}` });
    part.style.flexGrow = decimal(playout[key], 6);
    return part;
  });
  return h("span", { class: "outcomes", role: "img", "aria-label": text, title: text }, parts);
}

/** An exact number as a decimal, the fraction in small beside it. */
export function exact(value, places = 4) {
  if (value === null || value === undefined) return "–";
  if (typeof value === "number") return h("span", { class: "number" }, decimal(value, places));
  const rounded = decimal(value, places);
  const short = value.length <= 15;
  return h(
    "span",
    { class: "number", title: value },
    value.includes("/") ? rounded : value,
    value.includes("/") && short ? h("small", {}, value) : null,
  );
}

/** A term with its value, for a list of pairs. */
export function pair(name, value) {
  return h("div", {}, h("dt", {}, name), h("dd", {}, value));
}

/** The exact values of a position as a list of terms. */
export function positionFacts(document) {
  const rows = [];
  const add = (name, ...value) => rows.push(h("dt", {}, name), h("dd", {}, value));
  if (document.status !== "playing") add(t("fact.status"), t(`status.${document.status}`));
  else add(t("fact.turn"), t("turn", { side: document.to_move }));
  if (document.value === null)
    return h("dl", { class: "facts" }, rows, h("dd", { class: "wide muted" }, t("unanalysed")));
  add(
    t("fact.value"),
    badge(document.value, document.plies_to_end),
    " ",
    valueWords(document.value, document.plies_to_end),
  );
  const { default: usual, shortest, shortest_draw: draws } = document.scores;
  add(t("fact.scores"), `${usual} · ${shortest} · ${draws} `, h("small", {}, t("fact.scores.which")));
  add(t("fact.playout"), outcomeBar(document.playout));
  for (const side of ["o", "draw", "x"]) add(t(`chance.${side}`), exact(document.playout[side]));
  add("ps_o", exact(document.ps_o));
  add("ps_x", exact(document.ps_x));
  add(t("fact.orbit"), t("orbit", { n: document.orbit.size }));
  return h("dl", { class: "facts" }, rows);
}

/**
 * The moves of a position with their exact values, best first. `choose` is called with the move of a row; `played` are moves
 * that a player makes.
 */
export function moveTable(document, { choose = null, played = [] } = {}) {
  if (document.moves.length === 0) return null;
  const known = document.moves[0].value !== null;
  const side = document.to_move;
  const heads = [t("column.move"), ...(known ? [t("column.value"), t("column.playout"), `ps_${side}`] : [])];
  const rows = document.moves.map((move) => {
    const name = choose
      ? h("button", { type: "button", class: "link", onclick: () => choose(move.move) }, move.move)
      : move.move;
    const marks = [
      move.best
        ? h("span", { class: "star", title: t("best.move"), role: "img", "aria-label": t("best.move") }, "★")
        : null,
      played.includes(move.move) ? h("span", { class: "played", title: t("played.move") }, t("played.short")) : null,
    ];
    return h(
      "tr",
      { class: move.best ? "best" : null },
      h("th", { scope: "row" }, name, marks),
      known
        ? [
            h("td", {}, badge(move.value, move.plies_to_end)),
            h("td", {}, outcomeBar(move.playout)),
            h("td", {}, exact(move[`ps_${side}`])),
          ]
        : null,
    );
  });
  return h(
    "div",
    { class: "scroll" },
    h(
      "table",
      { class: "moves" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((head) => h("th", { scope: "col" }, head)),
        ),
      ),
      h("tbody", {}, rows),
    ),
  );
}

/** Puts a refusal into an element, or clears it. Anything that is no refusal is a defect and goes on. */
export function showFailure(element, error) {
  if (error && !(error instanceof Refusal)) throw error;
  // The server explains itself in English; what kind of refusal it is, the page says in its own language.
  const title = error ? (tryText(`error.${error.status}`) ?? t("error")) : "";
  fill(
    element,
    error
      ? h(
          "p",
          { class: "failure", role: "alert" },
          h("strong", {}, title),
          " ",
          h("span", { lang: error.status > 0 ? "en" : null }, error.message),
        )
      : null,
  );
}
