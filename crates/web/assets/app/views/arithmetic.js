// Exact arithmetic beside the rounded sums that decided the published lists.

import { picture } from "../board.js";
import { h } from "../dom.js";
import { moveTable, pair } from "../facts.js";
import { t } from "../i18n.js";

/** Both counts, and every position at which they come to different moves. */
export function arithmetics(exact, rounded) {
  const column = (name, audit) =>
    h(
      "div",
      { class: "arithmetic" },
      h("span", { class: "big" }, audit.deviating_orbits),
      h("span", {}, t(`arithmetic.${name}`)),
      h("span", { class: "muted" }, t("arithmetic.positions", { n: audit.deviating_positions })),
    );
  const differences = rounded.differences ?? [];
  return h(
    "section",
    { class: "panel", "data-part": "arithmetic" },
    h("h2", {}, t("arithmetic")),
    h("div", { class: "arithmetics" }, column("exact", exact), column("f64", rounded)),
    differences.length === 0
      ? h("p", { class: "muted" }, t("arithmetic.same"))
      : h(
          "details",
          {},
          h("summary", {}, t("arithmetic.differ", { n: differences.length })),
          h(
            "div",
            { class: "cards" },
            differences.map((difference) => card(exact.game, difference)),
          ),
        ),
  );
}

function card(game, difference) {
  const { position, to_move, kind, f64_moves, exact_moves, best_moves } = difference;
  return h(
    "article",
    { class: "card" },
    h("h3", {}, t(`difference.${kind}`)),
    h(
      "div",
      { class: "card-body" },
      picture(game, position, { best: best_moves, played: exact_moves, label: t("board", { position }) }),
      h(
        "dl",
        { class: "pairs" },
        pair(t("fact.turn"), to_move),
        pair(t("best.moves"), best_moves.join(" ")),
        pair(t("arithmetic.f64"), f64_moves.join(" ")),
        pair(t("arithmetic.exact"), exact_moves.join(" ")),
      ),
    ),
    h("details", {}, h("summary", {}, t("exact.values")), moveTable(difference, { played: exact_moves })),
  );
}
