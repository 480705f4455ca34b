// The game as a whole: as a file, as a link, and in the other views.

import { Refusal } from "../api.js";
import { button, h } from "../dom.js";
import { t } from "../i18n.js";
import { change, current } from "../state.js";

const SCHEMA = 1;
const KEPT = ["game", "first", "o", "x", "seed", "moves", "ply"];

/** The panel. `shown` gives the moves up to the position that is seen; `onopen` gets a game from a file; `onfail` a refusal. */
export function recordPanel({ shown, onopen, onfail }) {
  const copied = h("span", { class: "muted", role: "status" });
  const file = h("input", {
    type: "file",
    accept: "application/json,.json",
    class: "unseen",
    id: "file",
    tabindex: -1,
  });
  file.addEventListener("change", async () => {
    try {
      onopen(await readGame(file.files[0]));
    } catch (error) {
      onfail(error);
    }
    file.value = "";
  });
  const copy = async () => {
    await navigator.clipboard.writeText(location.href);
    copied.textContent = t("copied");
  };
  return {
    element: h(
      "section",
      { class: "panel" },
      h("h2", {}, t("record")),
      h(
        "div",
        { class: "buttons" },
        button(t("save"), saveGame, { "data-key": "save" }),
        button(t("load"), () => file.click(), { "data-key": "load" }),
        file,
        button(t("copy.link"), copy, { "data-key": "link" }),
        button(t("to.tree"), () => change({ view: "tree", path: shown(), at: "", odd: [] }), { "data-key": "tree" }),
        button(t("to.lab"), () => change({ view: "lab", path: shown(), at: "" }), { "data-key": "lab" }),
        copied,
      ),
    ),
    save: saveGame,
    open: () => file.click(),
  };
}

/** Hands the game to the browser as a file. */
function saveGame() {
  const kept = Object.fromEntries(KEPT.map((key) => [key, current()[key]]));
  const text = JSON.stringify({ schema: SCHEMA, application: "exactplay", ...kept }, null, 2);
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: "application/json" }));
  const stamp = new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-");
  h("a", { href: url, download: `exactplay-${stamp}.json` }).click();
  URL.revokeObjectURL(url);
}

/** The state that a file holds. Whether its moves are those of a game is for the server to say. */
async function readGame(file) {
  let game;
  try {
    game = JSON.parse(await file.text());
  } catch {
    throw new Refusal(0, t("file.unreadable", { name: file.name }));
  }
  const isText = (value) => typeof value === "string" && value.length < 100;
  const isCount = (value) => Number.isInteger(value) && value >= 0 && value < 1e9;
  const isWhole =
    game?.schema === SCHEMA &&
    [game.game, game.o, game.x].every(isText) &&
    ["o", "x"].includes(game.first) &&
    isCount(game.seed) &&
    (game.ply === null || isCount(game.ply)) &&
    Array.isArray(game.moves) &&
    game.moves.length <= 100 &&
    game.moves.every(isText);
  if (!isWhole) throw new Refusal(0, t("file.foreign", { name: file.name }));
  return { path: [], at: "", odd: [], ...Object.fromEntries(KEPT.map((key) => [key, game[key]])) };
}
