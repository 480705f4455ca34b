// Which game, and who moves first.

import { field, h, select } from "./dom.js";
import { shapeOf } from "./geometry.js";
import { t } from "./i18n.js";
import { change, current } from "./state.js";

/** The name of a game as people say it. */
export function gameTitle(game) {
  const { family, width, height, k } = shapeOf(game);
  if (game === "tictactoe" || game === "mnk:3x3:3") return t("game.tictactoe");
  return t(`game.${family}`, { width, height, k });
}

/** What a change of game takes with it: moves belong to one game only. */
export function newGame(patch) {
  change({ moves: [], ply: null, path: [], at: "", odd: [], ...patch });
}

/** The two controls. A game that the page does not offer, from a link, is offered too. */
export function gameFields({ presets }) {
  const { game, first } = current();
  const names = presets.includes(game) ? presets : [game, ...presets];
  return h(
    "div",
    { class: "fields" },
    field(
      t("game"),
      select(
        names.map((name) => [name, gameTitle(name)]),
        game,
        (value) => newGame({ game: value }),
        { name: "game" },
      ),
    ),
    field(
      t("first"),
      select(
        [
          ["o", "o"],
          ["x", "x"],
        ],
        first,
        (value) => newGame({ first: value }),
        { name: "first" },
      ),
    ),
  );
}
