// Games as files.

import { Refusal } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

const SCHEMA = 1;
const KEPT = ["game", "first", "o", "x", "seed", "moves", "ply"];

/** Hands a game to the browser as a file. */
export function saveGame(state) {
  const game = { schema: SCHEMA, application: "exactplay", ...Object.fromEntries(KEPT.map((key) => [key, state[key]])) };
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(game, null, 2)}\n`], { type: "application/json" }));
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-");
  h("a", { href: url, download: `exactplay-${stamp}.json` }).click();
  URL.revokeObjectURL(url);
}

/** The state that a file holds. Whether its moves are those of a game is for the server to say. */
export async function readGame(file) {
  let game;
  try {
    game = JSON.parse(await file.text());
  } catch {
    throw new Refusal(0, t("file.unreadable", { name: file.name }));
  }
  const isText = (value) => typeof value === "string" && value.length < 100;
  const isCount = (value) => Number.isInteger(value) && value >= 0 && value < 1e9;
  const isWhole = game?.schema === SCHEMA
    && [game.game, game.o, game.x].every(isText)
    && ["o", "x"].includes(game.first)
    && isCount(game.seed)
    && (game.ply === null || isCount(game.ply))
    && Array.isArray(game.moves) && game.moves.length <= 100 && game.moves.every(isText);
  if (!isWhole) throw new Refusal(0, t("file.foreign", { name: file.name }));
  return { path: [], at: "", odd: [], ...Object.fromEntries(KEPT.map((key) => [key, game[key]])) };
}
