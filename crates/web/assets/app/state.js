// What is seen, in one object and in the address: a link reproduces it. Only what differs from the defaults is written.

const text = { read: (value) => value, write: (value) => value };
const list = { read: (value) => value.split(",").filter(Boolean), write: (value) => value.join(",") };
const flag = { read: (value) => value === "yes", write: (value) => (value ? "yes" : "no") };
const whole = { read: (value) => (/^\d{1,9}$/.test(value) ? Number(value) : undefined), write: String };
const oneOf = (...names) => ({ read: (value) => (names.includes(value) ? value : undefined), write: (value) => value });

/** Every key: its default, and how it is read and written. */
const KEYS = {
  game: ["tictactoe", text],
  first: ["o", oneOf("o", "x")],
  // The game that is played: its moves, and how many of them are shown; null is all.
  moves: [[], list],
  ply: [null, whole],
  o: ["human", text],
  x: ["pmc2", text],
  seed: [1, whole],
  keep: [false, flag],
  hints: [[], list],
  by: ["mover", text],
  measure: ["auto", oneOf("auto", "probability")],
  // The position that the tree and the laboratory look at: moves from the start, or a position whose moves are not known yet.
  path: [[], list],
  at: ["", text],
  depth: [1, whole],
  label: ["score", oneOf("none", "score", "p_o", "p_x", "p_draw", "ps_o", "ps_x")],
  scoring: ["default", oneOf("default", "shortest", "shortest_draw")],
  merge: [true, flag],
  odd: [[], list],
  // The audit.
  player: ["pmc2", text],
  ahead: [1, whole],
  weight: ["1/2", text],
  // The laboratory.
  labseed: [1, whole],
  chance: ["score", oneOf("score", "win", "draw", "loss")],
  table: [["pmc", "pmc2", "perfect", "random"], list],
};

export const VIEWS = ["play", "tree", "audit", "lab"];

const subscribers = new Set();
let state = read();

function defaults() {
  return Object.fromEntries(Object.entries(KEYS).map(([key, [value]]) => [key, value]));
}

function read() {
  const [view, query = ""] = location.hash.slice(1).split("?");
  const found = { view: VIEWS.includes(view) ? view : "play", ...defaults() };
  for (const [key, value] of new URLSearchParams(query)) {
    const parsed = KEYS[key]?.[1].read(value);
    if (parsed !== undefined) found[key] = parsed;
  }
  return found;
}

/** The address of a state, relative to the page. */
export function address(wanted) {
  const query = new URLSearchParams();
  for (const [key, [standard, codec]] of Object.entries(KEYS)) {
    const value = wanted[key];
    if (value !== null && String(value) !== String(standard)) query.set(key, codec.write(value));
  }
  const readable = query.toString().replace(/%2F/g, "/").replace(/%2C/g, ",").replace(/%3A/g, ":");
  return readable ? `#${wanted.view}?${readable}` : `#${wanted.view}`;
}

/** What is seen now. Not to be changed in place. */
export function current() {
  return state;
}

/**
 * Changes some keys, writes the address and tells every subscriber which keys changed. A change of view or of game is a step in
 * the browser's history, others replace the last one.
 */
export function change(patch) {
  const before = state;
  state = { ...state, ...patch };
  const step = before.view !== state.view || before.game !== state.game;
  history[step ? "pushState" : "replaceState"](null, "", address(state));
  tell(before);
}

/** Calls back after each change with the set of changed keys; the answer ends that. */
export function subscribe(callback) {
  subscribers.add(callback);
  return () => subscribers.delete(callback);
}

function tell(before) {
  const changed = new Set(Object.keys(state).filter((key) => String(state[key]) !== String(before[key])));
  if (changed.size > 0) for (const callback of [...subscribers]) callback(changed);
}

addEventListener("popstate", () => {
  const before = state;
  state = read();
  tell(before);
});
