// Play: a person or a player on each side, replay, analysis on every cell, games as files and as links.

import { after, get, latest, postMove } from "../api.js";
import { Board, stone } from "../board.js";
import { announce, busy, button, check, fill, h, isTyping, select } from "../dom.js";
import { badge, moveTable, showFailure } from "../facts.js";
import { decimal, percent } from "../fraction.js";
import { shapeOf } from "../geometry.js";
import { t } from "../i18n.js";
import { playerPicker } from "../picker.js";
import { gameFields } from "../setup.js";
import { change, current, subscribe } from "../state.js";
import { readGame, saveGame } from "./files.js";

/** How long a player's move stays unseen, so that each can be followed. */
const PAUSE = 450;

/** Puts the view into an element; the answer takes it down again. */
export function mount(root, catalogue) {
  const state = current;
  let position = null;
  let timer = 0;
  let isThinking = false;
  // A link shows what it shows: two players do not go on by themselves.
  let isPaused = state().moves.length > 0 && state().o !== "human" && state().x !== "human";

  const board = new Board((move) => choose(move));
  const status = h("div", { class: "status", id: "status" });
  const failure = h("div", {});
  const replay = h("div", { class: "replay", role: "group", "aria-label": t("replay") });
  const setup = h("div", { class: "stack" });
  const players = h("div", { class: "sides" });
  const hints = h("div", { class: "stack" });
  const table = h("div", {});
  const isNewest = () => state().ply === null || state().ply >= state().moves.length;
  const shown = () => (isNewest() ? state().moves : state().moves.slice(0, state().ply));
  // Whose turn it was after moves that have been seen; sides take turns but for a pass.
  const turns = new Map();
  const sideOf = (ply) => turns.get(state().moves.slice(0, ply).join()) ?? (ply % 2 === 0 ? state().first : state().first === "o" ? "x" : "o");

  const stage = h("section", { class: "stage", "aria-labelledby": "status" }, status, board.element, failure, replay);
  const aside = h("div", { class: "panels" },
    h("section", { class: "panel" }, h("h2", {}, t("players")), players, setup),
    h("section", { class: "panel" }, h("h2", {}, t("analysis")), hints, table),
    h("section", { class: "panel" }, h("h2", {}, t("record")), record()));
  fill(root, stage, aside);

  const load = latest();
  function loadPosition() {
    busy(status, t("computing"));
    load(
      () => get("position", { game: state().game, first: state().first, position: after(shown()) }),
      (found) => {
        busy(status, null);
        position = found;
        turns.set(shown().join(), found.to_move);
        showFailure(failure, null);
        hintMap = new Map();
        drawBoard();
        loadHints();
        go();
      },
      (error) => {
        busy(status, null);
        position = null;
        showFailure(failure, error);
      });
  }

  // --- moves

  function choose(move) {
    if (!position || isThinking) return;
    const side = position.to_move;
    if (position.status !== "playing") announce(t("finished.already"));
    else if (isNewest() && state()[side] !== "human") announce(t("not.your.turn"));
    else if (!move) announce(t("illegal"));
    else make(move);
  }

  /** Makes a move after the position that is shown; later ones are given up. */
  function make(move) {
    const moves = [...shown(), move];
    isThinking = false;
    change({ moves, ply: null });
  }

  /** Lets the player whose turn it is move, if it is one and nothing holds it back. */
  function go() {
    clearTimeout(timer);
    const side = position?.to_move;
    const isPlayer = side && state()[side] !== "human";
    isThinking = Boolean(isPlayer && isNewest() && !isPaused);
    drawStatus();
    drawReplay();
    if (isThinking) timer = setTimeout(() => ask(state()[side], shown()), PAUSE);
  }

  const asking = latest();
  const ask = (player, moves) => asking(
    () => postMove({ game: state().game, first: state().first, position: after(moves), player, seed: state().seed }),
    (answer) => {
      const isStill = isThinking && state().moves.join() === moves.join();
      if (isStill) make(answer.move);
    },
    (error) => {
      isThinking = false;
      isPaused = true;
      showFailure(failure, error);
      drawStatus();
      drawReplay();
    });

  /** Takes back to the last position in which a person chose: two plies against a player. */
  function undo() {
    const moves = state().moves.slice(0, -1);
    while (moves.length > 0 && state()[sideOf(moves.length)] !== "human" && state()[sideOf(moves.length + 1)] === "human") moves.pop();
    isPaused = state()[sideOf(moves.length)] !== "human";
    change({ moves, ply: null });
  }

  function reset() {
    isPaused = false;
    const seed = state().keep ? state().seed : newSeed();
    const before = state().moves.length;
    change({ moves: [], ply: null, seed });
    if (before === 0) go();
  }

  function show(ply) {
    const wanted = Math.max(0, Math.min(state().moves.length, ply));
    change({ ply: wanted === state().moves.length ? null : wanted });
  }

  // --- drawing

  function drawBoard() {
    const moves = shown();
    board.update({
      game: state().game,
      position: position.position,
      moves: position.moves,
      toMove: position.to_move,
      last: moves.at(-1) ?? null,
      hints: hintMap,
      label: t("board", { position: position.position }),
      mood: position.status !== "playing" ? "finished" : isNewest() ? "" : "replaying",
    });
  }

  function drawStatus() {
    if (!position) return;
    const isOver = position.status !== "playing";
    const side = position.to_move ?? (isOver && position.status !== "draw" ? position.status : null);
    const words = isOver ? t(`status.${position.status}`) : t("turn", { side });
    const family = shapeOf(state().game).family;
    const notes = [
      isNewest() ? null : t("replay.at", { ply: shown().length, of: state().moves.length }),
      isThinking ? t("thinking", { player: state()[side] }) : null,
      isPaused && !isOver && isNewest() && state()[side] !== "human" ? t("paused") : null,
    ].filter(Boolean);
    fill(status,
      side ? stone(side, family) : null,
      h("strong", {}, words),
      state().hints.includes("value") && position.value !== null ? badge(position.value, position.plies_to_end) : null,
      notes.map((note) => h("span", { class: "note" }, note)));
    const last = shown().at(-1);
    announce([last ? t("moved", { side: sideOf(shown().length - 1), move: last }) : "", words].filter(Boolean).join(". "));
  }

  // The controls of the replay stay what they are while it goes on: a slider that is replaced cannot be dragged.
  const controls = {
    first: button(t("replay.first"), () => show(0), { icon: "«", class: "icon", "data-key": "first" }),
    previous: button(t("replay.previous"), () => show(shown().length - 1), { icon: "‹", class: "icon", "data-key": "previous" }),
    slider: h("input", { type: "range", min: 0, max: 0, "data-key": "slider", "aria-label": t("replay.slider"), oninput: (event) => show(Number(event.target.value)) }),
    next: button(t("replay.next"), () => show(shown().length + 1), { icon: "›", class: "icon", "data-key": "next" }),
    last: button(t("replay.last"), () => show(state().moves.length), { icon: "»", class: "icon", "data-key": "last" }),
    undo: button(t("undo"), () => undo(), { "data-key": "undo" }),
    reset: button(t("reset"), () => reset(), { "data-key": "reset" }),
    pause: button(t("pause"), () => pause(), { "data-key": "pause" }),
  };
  fill(replay,
    h("div", { class: "replay-row" }, controls.first, controls.previous, controls.slider, controls.next, controls.last),
    h("div", { class: "replay-row" }, controls.undo, controls.reset, controls.pause));

  function pause() {
    isPaused = !isPaused;
    if (isNewest()) go();
    else change({ ply: null });
  }

  function drawReplay() {
    const { moves, o, x } = state();
    const ply = shown().length;
    const { first, previous, slider, next, last } = controls;
    first.disabled = previous.disabled = ply === 0;
    next.disabled = last.disabled = isNewest();
    slider.max = moves.length;
    slider.value = ply;
    slider.disabled = moves.length === 0;
    slider.setAttribute("aria-valuetext", t("replay.at", { ply, of: moves.length }));
    controls.undo.disabled = moves.length === 0 || !isNewest();
    controls.pause.hidden = !isPaused && (o === "human" || x === "human");
    controls.pause.textContent = t(isPaused ? "continue" : "pause");
    controls.pause.classList.toggle("primary", isPaused);
  }

  // --- analysis

  let hintMap = new Map();
  const loading = latest();
  function loadHints() {
    const { hints: wanted, by, game, first, seed } = state();
    const doc = position;
    const player = by === "mover" ? state()[doc.to_move] : by;
    const isAsked = wanted.includes("player") && doc.status === "playing" && player !== "human";
    loading(
      () => (isAsked ? get("choice", { game, first, position: after(shown()), player, seed }) : null),
      (choice) => showHints(doc, choice, null),
      (error) => showHints(doc, null, error));
  }

  function showHints(doc, choice, error) {
    const { hints: wanted } = state();
    const choices = new Map((choice?.moves ?? []).map((move) => [move.move, move]));
    hintMap = new Map(doc.moves.map((move) => {
      const hint = {};
      if (wanted.includes("value") && move.value !== null) Object.assign(hint, { value: move.value, plies: move.plies_to_end });
      if (wanted.includes("best") && move.best) hint.best = true;
      const own = choices.get(move.move);
      if (own) Object.assign(hint, playersView(own, doc.to_move));
      return [move.move, hint];
    }).filter(([, hint]) => Object.keys(hint).length > 0));
    drawBoard();
    drawTable(choice, error);
  }

  /** What the player thinks of a move: the score it compares where it has one, else how often it makes the move. */
  function playersView({ probability, p, score, tally }, side) {
    const chance = probability ?? p;
    const sampled = tally && tally.playouts > 0 ? (tally[side] + tally.draw / 2) / tally.playouts : null;
    const value = state().measure === "probability" ? null : score ?? (chance === null ? sampled : null);
    const text = value !== null ? decimal(value, 3) : chance === null ? "–" : percent(chance);
    const share = chance === null ? undefined : Number(decimal(chance, 6));
    return { text, share, chosen: share !== undefined && share > 0 };
  }

  function drawTable(choice, error) {
    const bound = choice?.error_bound;
    const law = !choice ? null
      : t(`law.${choice.law}`, { bound: bound ? bound.toExponential(0) : "", seed: choice.seed ?? "" });
    const refusal = h("div", {});
    if (error) showFailure(refusal, error);
    const isPerson = state().hints.includes("player") && state().by === "mover" && state()[position.to_move] === "human";
    fill(table,
      isPerson ? h("p", { class: "muted" }, t("mover.person")) : null,
      law ? h("p", { class: "muted" }, `${choice.player}: ${law}`) : null,
      refusal,
      position.moves[0]?.value === null ? h("p", { class: "muted" }, t("unanalysed")) : null,
      state().hints.length > 0 && position.moves[0]?.value !== null && position.status === "playing"
        ? h("details", {}, h("summary", {}, t("exact.values")), moveTable(position, { choose }))
        : null);
  }

  function drawHints() {
    const { hints: wanted, by, measure, game } = state();
    const toggle = (name) => check(t(`hint.${name}`), wanted.includes(name), (on) => {
      change({ hints: on ? [...wanted, name] : wanted.filter((one) => one !== name) });
    }, { name: `hint-${name}` });
    const picker = wanted.includes("player") ? [
      playerPicker(catalogue, { label: t("analyst"), name: "by", value: by, game, extra: [["mover", t("mover")]], onchange: (value) => change({ by: value }) }),
      h("label", { class: "field" }, h("span", { class: "field-name" }, t("measure")), select([["auto", t("measure.auto")], ["probability", t("measure.probability")]], measure, (value) => change({ measure: value }), { name: "measure" })),
    ] : null;
    fill(hints, h("div", { class: "checks" }, ["value", "best", "player"].map(toggle)), picker);
  }

  function drawPlayers() {
    fill(players, ["o", "x"].map((side) => h("div", { class: `side ${side}` }, stone(side, shapeOf(state().game).family),
      playerPicker(catalogue, { label: t("side", { side }), name: side, value: state()[side], game: state().game, human: true, onchange: (value) => {
        isPaused = false;
        change({ [side]: value });
      } }))));
    const seed = h("input", { type: "number", name: "seed", min: 0, max: 999999999, value: state().seed, class: "count", onchange: (event) => change({ seed: Math.max(0, Math.floor(Number(event.target.value)) || 0) }) });
    fill(setup, gameFields(catalogue), h("div", { class: "fields" },
      h("label", { class: "field" }, h("span", { class: "field-name" }, t("seed")), seed),
      check(t("seed.keep"), state().keep, (keep) => change({ keep }), { name: "keep" })));
  }

  function record() {
    const file = h("input", { type: "file", accept: "application/json,.json", class: "unseen", id: "file", tabindex: -1, onchange: async (event) => {
      try {
        const game = await readGame(event.target.files[0]);
        isPaused = game.o !== "human" && game.x !== "human";
        change(game);
        showFailure(failure, null);
      } catch (error) {
        showFailure(failure, error);
      }
      event.target.value = "";
    } });
    const copied = h("span", { class: "muted", role: "status" });
    return h("div", { class: "buttons" },
      button(t("save"), () => saveGame(state()), { "data-key": "save" }),
      button(t("load"), () => file.click(), { "data-key": "load" }), file,
      button(t("copy.link"), async () => {
        await navigator.clipboard.writeText(location.href);
        copied.textContent = t("copied");
      }, { "data-key": "link" }),
      button(t("to.tree"), () => change({ view: "tree", path: shown(), at: "", odd: [] }), { "data-key": "tree" }),
      button(t("to.lab"), () => change({ view: "lab", path: shown(), at: "" }), { "data-key": "lab" }),
      copied);
  }

  // --- keys and changes

  function onKey(event) {
    if (isTyping(event)) return;
    const ply = shown().length;
    const actions = { "[": () => show(ply - 1), "]": () => show(ply + 1), Home: () => show(0), End: () => show(state().moves.length), s: () => saveGame(state()), l: () => document.getElementById("file").click() };
    if (event.key === "0") {
      if (state().moves.length > 0 && isNewest()) undo();
    } else if (/^[1-9]$/.test(event.key)) {
      if (!position || !board.digit(Number(event.key))) return;
    } else if (actions[event.key]) {
      actions[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  }
  addEventListener("keydown", onKey);

  const unsubscribe = subscribe((changed) => {
    if (state().view !== "play") return;
    if (["game", "first", "moves", "ply"].some((key) => changed.has(key))) {
      clearTimeout(timer);
      loadPosition();
    } else if (["o", "x", "seed"].some((key) => changed.has(key)) && position) {
      loadHints();
      go();
    }
    if (["hints", "by", "measure"].some((key) => changed.has(key))) {
      if (changed.has("hints")) redrawKeepingFocus(hints, drawHints);
      if (position) {
        loadHints();
        drawStatus();
      }
    }
    if (["game", "first", "seed", "keep"].some((key) => changed.has(key))) redrawKeepingFocus(aside, drawPlayers);
    if (changed.has("game")) drawHints();
  });

  drawPlayers();
  drawHints();
  drawReplay();
  loadPosition();
  return () => {
    clearTimeout(timer);
    removeEventListener("keydown", onKey);
    unsubscribe();
  };
}

function newSeed() {
  return Math.floor(Math.random() * 1e6);
}

/** Draws controls anew without taking the focus from the one that has it. */
function redrawKeepingFocus(area, draw) {
  const name = area.contains(document.activeElement) ? document.activeElement.name : null;
  draw();
  if (name) area.querySelector(`[name="${name}"]`)?.focus();
}
