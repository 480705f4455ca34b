// The deviating positions as pictures, each with the exact values that explain it.

import { picture } from "../board.js";
import { button, fill, h, select } from "../dom.js";
import { exact, moveTable, pair } from "../facts.js";
import { t } from "../i18n.js";
import { change } from "../state.js";

/** How many cards are drawn before somebody asks for more. */
const PAGE = 48;

/** The gallery of an audit, with filters. */
export function gallery(audit) {
  let kind = "all";
  let side = "all";
  let drawn = PAGE;
  const cards = h("div", { class: "cards", "data-part": "gallery" });
  const more = h("div", { class: "buttons" });
  const count = h("span", { class: "muted" });
  const draw = () => {
    const found = audit.deviations
      .map((deviation, i) => ({ ...deviation, number: i + 1 }))
      .filter((one) => (kind === "all" || one.kind === kind) && (side === "all" || one.to_move === side));
    count.textContent = t("gallery.count", { n: found.length });
    fill(
      cards,
      found.slice(0, drawn).map((one) => card(audit.game, one)),
    );
    fill(
      more,
      found.length > drawn
        ? button(t("gallery.more", { n: found.length - drawn }), () => {
            drawn += PAGE;
            draw();
          })
        : null,
    );
  };
  draw();
  if (audit.deviations.length === 0) return h("p", { class: "panel" }, t("gallery.none"));
  return h(
    "section",
    { class: "gallery", "aria-label": t("gallery") },
    h(
      "div",
      { class: "gallery-bar" },
      h("h2", {}, t("gallery")),
      count,
      h(
        "div",
        { class: "gallery-filters" },
        select(
          [
            ["all", t("filter.kind.all")],
            ["always", t("kind.always")],
            ["tie", t("kind.tie")],
          ],
          kind,
          (value) => {
            kind = value;
            draw();
          },
          { "aria-label": t("filter.kind") },
        ),
        select(
          [
            ["all", t("filter.side.all")],
            ["o", t("turn", { side: "o" })],
            ["x", t("turn", { side: "x" })],
          ],
          side,
          (value) => {
            side = value;
            draw();
          },
          { "aria-label": t("filter.side") },
        ),
      ),
    ),
    cards,
    more,
  );
}

function card(game, one) {
  const { position, to_move, kind, player_moves, best_moves, error_probability, expected_loss } = one;
  const odd = player_moves.filter((move) => !best_moves.includes(move));
  return h(
    "article",
    { class: "card", "data-position": position },
    h(
      "h3",
      {},
      `${one.number}. ${t("turn", { side: to_move })} `,
      h("span", { class: `kind ${kind}` }, t(`kind.${kind}`)),
    ),
    h(
      "div",
      { class: "card-body" },
      picture(game, position, { best: best_moves, played: player_moves, label: t("board", { position }) }),
      h(
        "dl",
        { class: "pairs" },
        pair(
          t("gallery.plays"),
          player_moves.map((move) => h("span", { class: odd.includes(move) ? "played" : "mark" }, move)),
        ),
        pair(t("best.moves"), best_moves.join(" ")),
        pair(t("gallery.error"), exact(error_probability, 3)),
        pair(t("gallery.loss"), exact(expected_loss, 3)),
      ),
    ),
    h("details", {}, h("summary", {}, t("exact.values")), moveTable(one, { played: player_moves })),
    h(
      "div",
      { class: "buttons" },
      button(
        t("to.tree"),
        () =>
          change({ view: "tree", path: [], at: position, odd, merge: false, label: to_move === "o" ? "ps_o" : "ps_x" }),
        { "data-key": "tree" },
      ),
      button(t("to.lab"), () => change({ view: "lab", path: [], at: position }), { "data-key": "lab" }),
    ),
  );
}
