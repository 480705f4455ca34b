// The laboratory: flat Monte Carlo step by step, exact matches, strength against the number of playouts.

import { Refusal, after, get, getOnce, latest } from "../api.js";
import { Board } from "../board.js";
import { announce, busy, button, field, fill, h, numberInput, select } from "../dom.js";
import { badge, showFailure } from "../facts.js";
import { movesOf } from "../geometry.js";
import { t } from "../i18n.js";
import { gameFields } from "../setup.js";
import { change, current, subscribe } from "../state.js";
import { History, convergence } from "./convergence.js";
import { emptyTally, estimates, rowsOf } from "./estimates.js";
import { matchTable } from "./matches.js";
import { strength } from "./strength.js";

const STEPS = [1, 10, 100, 1000, 10000];
/** Playouts of one step of a running experiment: more, the more there are, so that the picture keeps moving. */
const pace = (done) => Math.min(20000, Math.max(5, Math.floor(done / 12)));
/** The time between two steps, in milliseconds. */
const BEAT = 120;
/** Where a running experiment ends by itself. */
const ENOUGH = 2_000_000;

/** Puts the view into an element; the answer takes it down again. */
export function mount(root, catalogue) {
  const state = current;
  let position = null;
  let tally = new Map();
  let history = new History();
  let done = 0;
  let isRunning = false;
  let timer = 0;
  let isBusy = false;

  const failure = h("div", {});
  const setup = h("div", { class: "stack" });
  const status = h("div", { class: "status" });
  const walk = h("div", { class: "buttons" });
  const board = new Board((move) => {
    if (move) go([...path(), move]);
  });
  const runs = h("div", { class: "buttons" });
  const chart = h("div", {});
  fill(
    root,
    h(
      "section",
      { class: "panel lab-position", "aria-label": t("lab.position") },
      setup,
      status,
      h("div", { class: "lab-board" }, board.element),
      walk,
    ),
    h(
      "section",
      { class: "panel lab-run" },
      h("h2", {}, t("lab.estimates")),
      h("p", { class: "muted" }, t("lab.what")),
      runs,
      failure,
      chart,
    ),
    matchTable(catalogue),
    strength(),
  );

  // A position whose moves are not known is taken as it is; moves from it are then unknown too.
  const path = () => state().path;
  const address = () => state().at || after(path());
  function go(moves) {
    if (state().at) {
      const next = position.moves.find(({ move }) => move === moves.at(-1))?.position;
      change({ at: next ?? "", path: [] });
    } else {
      change({ path: moves, at: "" });
    }
  }

  const load = latest();
  function loadPosition() {
    stop();
    busy(chart, t("computing"));
    load(
      () => get("position", { game: state().game, first: state().first, position: address() }),
      (found) => {
        busy(chart, null);
        position = found;
        showFailure(failure, null);
        reset();
        drawBoard();
        if (state().at) findMoves();
      },
      (error) => {
        busy(chart, null);
        position = null;
        showFailure(failure, error);
        fill(chart);
      },
    );
  }

  /** Moves that lead to a position that came without them; where the server knows none, it goes without. */
  async function findMoves() {
    const { game, first, at } = state();
    try {
      const { nodes } = await get("tree", { game, first, position: at, depth: 0 });
      const here = nodes.find(({ role }) => role === "selected");
      if (state().at === at && here) change({ path: movesOf(nodes, here), at: "" });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }

  function reset() {
    stop();
    done = 0;
    history = new History();
    tally = new Map(position.moves.map(({ move }) => [move, emptyTally()]));
    draw();
  }

  function stop() {
    isRunning = false;
    clearTimeout(timer);
  }

  /** Adds the next playouts of the stream of the seed. */
  async function run(playouts) {
    if (isBusy || !position || position.status !== "playing") return;
    isBusy = true;
    const asked = { position, tally };
    try {
      const { game, first, labseed: seed } = state();
      const answer = await getOnce("playouts", { game, first, position: address(), playouts, seed, skip: done });
      if (asked.tally !== tally) return;
      for (const { move, ...counts } of answer.moves) {
        const sum = tally.get(move);
        for (const key of ["playouts", "o", "draw", "x"]) sum[key] += counts[key];
      }
      done += playouts;
      draw();
    } catch (error) {
      stop();
      showFailure(failure, error);
    } finally {
      isBusy = false;
    }
    if (isRunning && done < ENOUGH) timer = setTimeout(() => run(pace(done)), BEAT);
    else if (isRunning) {
      stop();
      draw();
    }
  }

  // The buttons stay what they are while playouts run: one that is replaced cannot be pressed.
  const steps = STEPS.map((step) =>
    button(`+${step.toLocaleString("en")}`, () => run(step).then(() => announce(t("lab.done", { n: done }))), {
      "data-key": step,
    }),
  );
  const keep = button(
    t("lab.run"),
    () => {
      isRunning = !isRunning;
      clearTimeout(timer);
      draw();
      if (isRunning) run(pace(done));
    },
    { "data-key": "run", class: "primary" },
  );
  const clear = button(t("lab.reset"), () => reset(), { "data-key": "reset" });
  fill(runs, steps, keep, clear);

  function draw() {
    const isOver = position?.status !== "playing";
    for (const step of steps) step.disabled = isOver || isRunning;
    keep.disabled = isOver;
    keep.textContent = t(isRunning ? "lab.stop" : "lab.run");
    clear.disabled = done === 0;
    if (isOver) {
      fill(chart, h("p", { class: "muted" }, t("lab.over")));
      return;
    }
    const { chance } = state();
    const rows = rowsOf(position, tally, chance);
    history.add(done, rows);
    fill(chart, estimates(rows, done, chance === "score"), convergence(history, rows));
  }

  function drawBoard() {
    const moves = path();
    board.update({
      game: state().game,
      position: position.position,
      moves: position.moves,
      toMove: position.to_move,
      last: moves.at(-1) ?? null,
      hints: new Map(position.moves.filter(({ best }) => best).map(({ move }) => [move, { best: true }])),
      label: t("board", { position: position.position }),
      mood: position.status === "playing" ? "" : "finished",
    });
    fill(
      status,
      h("strong", {}, position.to_move ? t("turn", { side: position.to_move }) : t(`status.${position.status}`)),
      position.value === null ? null : badge(position.value, position.plies_to_end),
    );
    fill(
      walk,
      button(t("replay.first"), () => change({ path: [], at: "" }), {
        icon: "«",
        class: "icon",
        disabled: moves.length === 0 && !state().at,
      }),
      button(t("undo"), () => change({ path: moves.slice(0, -1), at: "" }), { disabled: moves.length === 0 }),
      button(t("to.tree"), () => change({ view: "tree", odd: [] })),
      state().at ? null : button(t("to.play"), () => change({ view: "play", moves, ply: null })),
    );
  }

  function drawSetup() {
    const seed = numberInput(state().labseed, (value) => change({ labseed: value }), { name: "labseed" });
    fill(
      setup,
      gameFields(catalogue),
      h(
        "div",
        { class: "fields" },
        field(
          t("chance"),
          select(
            ["score", "win", "draw", "loss"].map((key) => [key, t(`chance.mover.${key}`)]),
            state().chance,
            (value) => change({ chance: value }),
            { name: "chance" },
          ),
        ),
        field(t("seed"), seed),
      ),
    );
  }

  const unsubscribe = subscribe((changed) => {
    if (state().view !== "lab") return;
    if (changed.has("game") || changed.has("first")) drawSetup();
    if (["game", "first", "path", "at"].some((key) => changed.has(key))) loadPosition();
    // What was estimated otherwise is no part of the same line.
    else if ((changed.has("labseed") || changed.has("chance")) && position) reset();
  });

  drawSetup();
  loadPosition();
  return () => {
    stop();
    unsubscribe();
  };
}
