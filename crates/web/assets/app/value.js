// The value of a position: who wins under perfect play, and after how many plies.

import { t } from "./i18n.js";

/** In two characters or three: `D6`; without a number where the game is over. */
export function valueSign(value, plies) {
  return `${value === "draw" ? "D" : value.toUpperCase()}${plies || ""}`;
}

/** In words. */
export function valueWords(value, plies) {
  const when = plies === 0 ? "now" : plies === 1 ? "one" : "in";
  return t(`value.${value}.${when}`, { n: plies });
}
