// Whether a player is a weak solution, as o and as x, with the game that shows it is not.

import { after, get, latest } from "../api.js";
import { picture, stone } from "../board.js";
import { announce, button, fill, h } from "../dom.js";
import { exact, showFailure } from "../facts.js";
import { t } from "../i18n.js";
import { change } from "../state.js";

/** One panel for each seat. */
export function verdicts(audit, { game, first }) {
  return ["o", "x"].map((side) => {
    const seat = audit.weak_solution[side];
    return h(
      "section",
      { class: `panel verdict ${seat.holds ? "holds" : "fails"}`, "data-side": side },
      h("h2", {}, stone(side), h("span", {}, t("verdict.as", { side }))),
      h(
        "p",
        { class: "verdict-word" },
        h("span", { "aria-hidden": "true" }, seat.holds ? "✓" : "✗"),
        " ",
        t(seat.holds ? "verdict.holds" : "verdict.fails"),
      ),
      h(
        "dl",
        { class: "facts" },
        h("dt", {}, t("verdict.worst")),
        h("dd", {}, t(`worst.${seat.worst}`)),
        h("dt", {}, t("verdict.loss")),
        h("dd", {}, exact(seat.loss_probability)),
        h("dt", {}, t("verdict.reachable")),
        h("dd", {}, seat.reachable_deviations),
      ),
      seat.line ? lineViewer(game, first, seat.line, t(seat.worst === "loss" ? "line.losing" : "line.lesser")) : null,
    );
  });
}

/** A game that is stepped through move by move. */
function lineViewer(game, first, moves, title) {
  let ply = moves.length;
  const board = h("div", { class: "line-board" });
  const failure = h("div", {});
  const list = h("p", { class: "line-moves" });
  const slider = h("input", {
    type: "range",
    min: 0,
    max: moves.length,
    "aria-label": t("replay.slider"),
    oninput: (event) => show(Number(event.target.value)),
  });
  const first_ = button(t("replay.first"), () => show(0), { icon: "«", class: "icon" });
  const previous = button(t("replay.previous"), () => show(ply - 1), { icon: "‹", class: "icon" });
  const next = button(t("replay.next"), () => show(ply + 1), { icon: "›", class: "icon", "data-key": "next" });
  const last = button(t("replay.last"), () => show(moves.length), { icon: "»", class: "icon" });
  const load = latest();

  function show(wanted) {
    ply = Math.max(0, Math.min(moves.length, wanted));
    slider.value = ply;
    const text = t("replay.at", { ply, of: moves.length });
    slider.setAttribute("aria-valuetext", text);
    first_.disabled = previous.disabled = ply === 0;
    next.disabled = last.disabled = ply === moves.length;
    fill(
      list,
      moves.map((move, i) =>
        h(
          "button",
          { type: "button", class: "link", "aria-current": i === ply - 1 ? "step" : null, onclick: () => show(i + 1) },
          move,
        ),
      ),
    );
    load(
      () => get("position", { game, first, position: after(moves.slice(0, ply)) }),
      (found) => {
        fill(
          board,
          picture(game, found.position, {
            last: moves[ply - 1] ?? null,
            best: found.best_moves ?? [],
            label: t("board", { position: found.position }),
          }),
        );
        if (board.contains(document.activeElement) || document.activeElement === slider)
          announce(`${text}. ${found.position}`);
      },
      (error) => showFailure(failure, error),
    );
  }

  show(moves.length);
  return h(
    "div",
    { class: "line" },
    board,
    h(
      "div",
      { class: "line-side" },
      h("h3", {}, title),
      list,
      failure,
      h("div", { class: "replay-row" }, first_, previous, next, last),
      slider,
      h(
        "div",
        { class: "buttons" },
        button(t("line.play"), () => change({ view: "play", game, first, moves, ply: 0 })),
        button(t("to.tree"), () => change({ view: "tree", game, first, path: moves.slice(0, ply), at: "", odd: [] })),
      ),
    ),
  );
}
