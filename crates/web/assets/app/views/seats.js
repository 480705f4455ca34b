// Who plays, which game, and with which seed.

import { stone } from "../board.js";
import { check, field, fill, h, keepingFocus, numberInput } from "../dom.js";
import { shapeOf } from "../geometry.js";
import { t } from "../i18n.js";
import { playerPicker } from "../picker.js";
import { gameFields } from "../setup.js";
import { change, current } from "../state.js";

/** The panel. `onplayer` is called before another player takes a side. */
export function seatsPanel(catalogue, onplayer) {
  const area = h("div", { class: "stack" });

  function draw() {
    const { game, seed, keep } = current();
    fill(
      area,
      ["o", "x"].map((side) => h("div", { class: "side" }, stone(side, shapeOf(game).family), picker(side))),
      gameFields(catalogue),
      h(
        "div",
        { class: "fields" },
        field(
          t("seed"),
          numberInput(seed, (value) => change({ seed: value }), { name: "seed" }),
        ),
        check(t("seed.keep"), keep, (value) => change({ keep: value }), { name: "keep" }),
      ),
    );
  }

  function picker(side) {
    const { game, [side]: value } = current();
    const set = (player) => {
      onplayer();
      change({ [side]: player });
    };
    return playerPicker(catalogue, { label: t("side", { side }), name: side, value, game, human: true, onchange: set });
  }

  draw();
  return {
    element: h("section", { class: "panel" }, h("h2", {}, t("players")), area),
    /** Draws what the state says now. */
    update: () => keepingFocus(area, draw),
  };
}
