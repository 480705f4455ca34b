// Play: a person or a player on each side, replay, analysis on every cell, games as files and as links.

import { after, get, latest, postMove } from "../api.js";
import { Board, stone } from "../board.js";
import { announce, busy, fill, h, isTyping } from "../dom.js";
import { badge, showFailure } from "../facts.js";
import { shapeOf } from "../geometry.js";
import { t } from "../i18n.js";
import { change, current, subscribe } from "../state.js";
import { analysis } from "./analysis.js";
import { recordPanel } from "./record.js";
import { replayControls } from "./replay.js";
import { seatsPanel } from "./seats.js";

/** How long a player's move stays unseen, in milliseconds, so that each can be followed. */
const PAUSE = 450;
/** New seeds are less than this. */
const SEEDS = 1e6;

/** Puts the view into an element; the answer takes it down again. */
export function mount(root, catalogue) {
  const state = current;
  const isAuto = () => state().o !== "human" && state().x !== "human";
  const isNewest = () => state().ply === null || state().ply >= state().moves.length;
  const shown = () => (isNewest() ? state().moves : state().moves.slice(0, state().ply));
  // Whose turn it was after moves that have been seen; sides take turns but for a pass.
  const turns = new Map();
  const sideAfter = (moves) =>
    turns.get(moves.join()) ?? (moves.length % 2 === 0 ? state().first : other(state().first));

  let position = null;
  let timer = 0;
  let isThinking = false;
  // A link shows what it shows: two players do not go on by themselves.
  let isPaused = state().moves.length > 0 && isAuto();

  const status = h("div", { class: "status", id: "status" });
  const failure = h("div", {});
  const board = new Board(choose);
  const replay = replayControls({
    show,
    step: (plies) => show(shown().length + plies),
    end: () => show(state().moves.length),
    undo,
    reset,
    pause,
  });
  const seats = seatsPanel(catalogue, () => {
    isPaused = false;
  });
  const hints = analysis(catalogue, { onhints: drawBoard, choose });
  const record = recordPanel({
    shown,
    onopen: (game) => {
      isPaused = game.o !== "human" && game.x !== "human";
      change(game);
    },
    onfail: (error) => showFailure(failure, error),
  });
  fill(
    root,
    h("section", { class: "stage", "aria-labelledby": "status" }, status, board.element, failure, replay.element),
    h("div", { class: "panels" }, seats.element, hints.element, record.element),
  );

  const load = latest();
  function loadPosition() {
    clearTimeout(timer);
    isThinking = false;
    busy(status, t("computing"));
    load(
      () => get("position", { game: state().game, first: state().first, position: after(shown()) }),
      (found) => {
        busy(status, null);
        position = found;
        turns.set(shown().join(), found.to_move);
        showFailure(failure, null);
        hints.show(position, shown());
        go();
      },
      (error) => {
        busy(status, null);
        position = null;
        showFailure(failure, error);
        drawReplay();
      },
    );
  }

  // --- moves

  function choose(move) {
    if (!position) return;
    if (position.status !== "playing") announce(t("finished.already"));
    else if (isNewest() && state()[position.to_move] !== "human") announce(t("not.your.turn"));
    else if (!move) announce(t("illegal"));
    else make(move);
  }

  /** Makes a move after the position that is shown; later ones are given up. */
  function make(move) {
    change({ moves: [...shown(), move], ply: null });
  }

  /** Lets the player whose turn it is move, if it is one and nothing holds it back. */
  function go() {
    clearTimeout(timer);
    const side = position?.to_move;
    isThinking = Boolean(side && state()[side] !== "human" && isNewest() && !isPaused);
    drawStatus();
    drawReplay();
    if (isThinking) timer = setTimeout(() => ask(state()[side], shown()), PAUSE);
  }

  const asking = latest();
  function ask(player, moves) {
    const { game, first, seed } = state();
    asking(
      () => postMove({ game, first, position: after(moves), player, seed }),
      (answer) => {
        const isStill = isThinking && state().moves.join() === moves.join();
        if (isStill) make(answer.move);
      },
      (error) => {
        isPaused = true;
        showFailure(failure, error);
        go();
      },
    );
  }

  /** Takes back to the last position in which a person chose: two plies against a player. */
  function undo() {
    const isHuman = (moves) => state()[sideAfter(moves)] === "human";
    let moves = state().moves.slice(0, -1);
    while (moves.length > 0 && !isHuman(moves) && isHuman(moves.slice(0, -1))) moves = moves.slice(0, -1);
    isPaused = !isHuman(moves);
    change({ moves, ply: null });
  }

  function reset() {
    const { keep, seed, moves } = state();
    isPaused = false;
    change({ moves: [], ply: null, seed: keep ? seed : Math.floor(Math.random() * SEEDS) });
    // Without moves nothing has changed that would be loaded.
    if (moves.length === 0) go();
  }

  function pause() {
    isPaused = !isPaused;
    if (isNewest()) go();
    else change({ ply: null });
  }

  function show(ply) {
    const { moves } = state();
    const wanted = Math.max(0, Math.min(moves.length, ply));
    change({ ply: wanted === moves.length ? null : wanted });
  }

  // --- drawing

  function drawBoard() {
    board.update({
      game: state().game,
      position: position.position,
      moves: position.moves,
      toMove: position.to_move,
      last: shown().at(-1) ?? null,
      hints: hints.hints(),
      label: t("board", { position: position.position }),
      mood: position.status !== "playing" ? "finished" : isNewest() ? "" : "replaying",
    });
  }

  function drawStatus() {
    if (!position) return;
    const { to_move: turn, status: outcome, value, plies_to_end: plies } = position;
    const isOver = outcome !== "playing";
    const side = turn ?? (outcome === "draw" ? null : outcome);
    const words = isOver ? t(`status.${outcome}`) : t("turn", { side });
    const notes = [
      isNewest() ? null : t("replay.at", { ply: shown().length, of: state().moves.length }),
      isThinking ? t("thinking", { player: state()[side] }) : null,
      isPaused && !isOver && isNewest() && state()[side] !== "human" ? t("paused") : null,
    ];
    fill(
      status,
      side ? stone(side, shapeOf(state().game).family) : null,
      h("strong", {}, words),
      !isOver && state().hints.includes("value") && value !== null ? badge(value, plies) : null,
      h("span", { class: "note versus" }, t("versus", { o: nameOf(state().o), x: nameOf(state().x) })),
      notes.filter(Boolean).map((note) => h("span", { class: "note" }, note)),
    );
    const last = shown().at(-1);
    const moved = last ? t("moved", { side: sideAfter(shown().slice(0, -1)), move: last }) : null;
    announce([moved, words].filter(Boolean).join(". "));
  }

  function drawReplay() {
    replay.update({ ply: shown().length, of: state().moves.length, isPaused, canPause: isPaused || isAuto() });
  }

  // --- keys and changes

  function onKey(event) {
    if (isTyping(event)) return;
    const actions = {
      "[": () => show(shown().length - 1),
      "]": () => show(shown().length + 1),
      Home: () => show(0),
      End: () => show(state().moves.length),
      s: record.save,
      l: record.open,
      0: () => {
        if (state().moves.length > 0 && isNewest()) undo();
      },
    };
    if (actions[event.key]) actions[event.key]();
    else if (!/^[1-9]$/.test(event.key) || !position || !board.digit(Number(event.key))) return;
    event.preventDefault();
  }
  addEventListener("keydown", onKey);

  const unsubscribe = subscribe((changed) => {
    if (state().view !== "play") return;
    const has = (...keys) => keys.some((key) => changed.has(key));
    if (has("game", "first", "moves", "ply")) loadPosition();
    else if (has("o", "x") && position) go();
    if (has("game", "first", "o", "x", "seed", "keep")) seats.update();
    if (has("hints", "by", "measure", "o", "x", "seed", "game")) hints.update(changed);
    if (has("hints", "o", "x")) drawStatus();
  });

  drawReplay();
  loadPosition();
  return () => {
    clearTimeout(timer);
    removeEventListener("keydown", onKey);
    unsubscribe();
  };
}

function nameOf(player) {
  return player === "human" ? t("human") : player;
}

function other(side) {
  return side === "o" ? "x" : "o";
}
