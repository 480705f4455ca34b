// The analysis of the position that is played: what it writes on the cells, and its panel.

import { after, get, latest } from "../api.js";
import { check, field, fill, h, keepingFocus, select } from "../dom.js";
import { moveTable, showFailure } from "../facts.js";
import { bound, decimal, percent } from "../fraction.js";
import { t } from "../i18n.js";
import { playerPicker } from "../picker.js";
import { change, current } from "../state.js";

const KINDS = ["value", "best", "player"];

/**
 * The analysis. `onhints` is called whenever there are other hints to draw; `choose` with a move that is chosen in the table.
 */
export function analysis(catalogue, { onhints, choose }) {
  const controls = h("div", { class: "stack" });
  const details = h("div", {});
  const load = latest();
  let position = null;
  let moves = [];
  let hints = new Map();

  /** The player whose view is asked for; nobody where a person has the move. */
  function analyst() {
    const { hints: wanted, by, ...state } = current();
    if (!wanted.includes("player") || position.status !== "playing") return null;
    const player = by === "mover" ? state[position.to_move] : by;
    return player === "human" ? null : player;
  }

  function reload() {
    if (!position) return;
    const { game, first, seed } = current();
    const player = analyst();
    load(
      () => (player ? get("choice", { game, first, position: after(moves), player, seed }) : null),
      (choice) => draw(choice, null),
      (error) => draw(null, error),
    );
  }

  function draw(choice, error) {
    hints = hintsOf(position, choice);
    drawDetails(choice, error);
    onhints();
  }

  function drawDetails(choice, error) {
    const { hints: wanted, by, ...state } = current();
    const isPerson = wanted.includes("player") && by === "mover" && state[position.to_move] === "human";
    const isKnown = position.moves.length > 0 && position.moves[0].value !== null;
    const refusal = h("div", {});
    if (error) showFailure(refusal, error);
    fill(
      details,
      isPerson ? h("p", { class: "muted" }, t("mover.person")) : null,
      choice ? h("p", { class: "muted" }, `${choice.player}: ${lawOf(choice)}`) : null,
      refusal,
      position.value === null ? h("p", { class: "muted" }, t("unanalysed")) : null,
      wanted.length > 0 && isKnown
        ? h("details", {}, h("summary", {}, t("exact.values")), moveTable(position, { choose }))
        : null,
    );
  }

  function drawControls() {
    const { hints: wanted, by, measure, game } = current();
    const toggle = (name) => {
      const set = (on) => change({ hints: on ? [...wanted, name] : wanted.filter((one) => one !== name) });
      return check(t(`hint.${name}`), wanted.includes(name), set, { name: `hint-${name}` });
    };
    const measures = ["auto", "probability"].map((name) => [name, t(`measure.${name}`)]);
    const view = [
      playerPicker(catalogue, {
        label: t("analyst"),
        name: "by",
        value: by,
        game,
        extra: [["mover", t("mover")]],
        onchange: (value) => change({ by: value }),
      }),
      field(
        t("measure"),
        select(measures, measure, (value) => change({ measure: value }), { name: "measure" }),
      ),
    ];
    fill(controls, h("div", { class: "checks" }, KINDS.map(toggle)), wanted.includes("player") ? view : null);
  }

  drawControls();
  return {
    element: h("section", { class: "panel" }, h("h2", {}, t("analysis")), controls, details),
    /** The hints of the position that is shown, by move. */
    hints: () => hints,
    /** Takes another position, which has no hints until they are there. */
    show(wanted, movesBefore) {
      position = wanted;
      moves = movesBefore;
      hints = new Map();
      reload();
    },
    /** Takes what the state asks for now. */
    update(changed) {
      if (changed.has("hints") || changed.has("game")) keepingFocus(controls, drawControls);
      reload();
    },
  };
}

function hintsOf(position, choice) {
  const { hints: wanted } = current();
  const choices = new Map((choice?.moves ?? []).map((move) => [move.move, move]));
  const most = Math.max(...(choice?.moves ?? []).map(({ p }) => p ?? 0));
  const hints = position.moves.map((move) => {
    const hint = {};
    const own = choices.get(move.move);
    if (wanted.includes("value") && move.value !== null)
      Object.assign(hint, { value: move.value, plies: move.plies_to_end });
    if (wanted.includes("best") && move.best) hint.best = true;
    if (own) Object.assign(hint, viewOf(own, position.to_move, most));
    return [move.move, hint];
  });
  return new Map(hints.filter(([, hint]) => Object.keys(hint).length > 0));
}

/**
 * What a player thinks of a move: the score that it compares where it has one, else how often it makes the move. The moves that it
 * makes most often, as often as `most`, are its choice.
 */
function viewOf({ probability, p, score, tally }, side, most) {
  const chance = probability ?? p;
  const sampled = tally && tally.playouts > 0 ? (tally[side] + tally.draw / 2) / tally.playouts : null;
  const value = current().measure === "probability" ? null : (score ?? (chance === null ? sampled : null));
  const text = value !== null ? decimal(value, 3) : chance === null ? "–" : percent(chance);
  const share = chance === null ? undefined : Number(decimal(chance, 6));
  return { text, share, chosen: p !== null && p > 0 && p === most };
}

/** How well the numbers of a choice are known, in words. */
function lawOf({ law, error_bound: error, seed }) {
  // The values of a player with N playouts are those of one run; only how often it makes a move is known as a law.
  const name = law === "within" && current().measure === "auto" ? "run" : law;
  return t(`law.${name}`, { bound: error === null ? "" : bound(error), seed: seed ?? "" });
}
