// The controls below the board: steps through the game, undo, a new game, a pause.

import { button, h } from "../dom.js";
import { t } from "../i18n.js";

/**
 * The controls. They stay what they are while a game goes on, since a slider that is replaced cannot be dragged. `show` is called
 * with a number of plies; `step` with how many to go on.
 */
export function replayControls({ show, step, end, undo, reset, pause }) {
  const icon = (key, sign, onclick) =>
    button(t(`replay.${key}`), onclick, { icon: sign, class: "icon", "data-key": key });
  const first = icon("first", "«", () => show(0));
  const previous = icon("previous", "‹", () => step(-1));
  const next = icon("next", "›", () => step(1));
  const last = icon("last", "»", end);
  const slider = h("input", {
    type: "range",
    min: 0,
    max: 0,
    "data-key": "slider",
    "aria-label": t("replay.slider"),
    oninput: () => show(Number(slider.value)),
  });
  const back = button(t("undo"), undo, { "data-key": "undo" });
  const hold = button(t("pause"), pause, { "data-key": "pause" });
  return {
    element: h(
      "div",
      { class: "replay", role: "group", "aria-label": t("replay") },
      h("div", { class: "replay-row" }, first, previous, slider, next, last),
      h("div", { class: "replay-row" }, back, button(t("reset"), reset, { "data-key": "reset" }), hold),
    ),
    /** Draws how far the game is and what can be done. `of` is the number of its plies. */
    update({ ply, of, isPaused, canPause }) {
      const isNewest = ply === of;
      first.disabled = previous.disabled = ply === 0;
      next.disabled = last.disabled = isNewest;
      slider.max = of;
      slider.value = ply;
      slider.disabled = of === 0;
      slider.setAttribute("aria-valuetext", t("replay.at", { ply, of }));
      back.disabled = of === 0 || !isNewest;
      hold.hidden = !canPause;
      hold.textContent = t(isPaused ? "continue" : "pause");
      hold.classList.toggle("primary", isPaused);
    },
  };
}
