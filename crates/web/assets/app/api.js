// The server's answers. Every GET depends on its address alone, so answers are kept for the life of the page.

import { t } from "./i18n.js";

const KEPT = 400;
/** The status of a server that has too much to do at the moment. */
const BUSY = 503;
/** How long to wait before asking a busy server again, in milliseconds. */
const PATIENCE = 3000;
const kept = new Map();

/** What the server refuses, or why it did not answer. */
export class Refusal extends Error {
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** The position after moves from the start, in a form that every request takes. */
export function after(moves) {
  return moves.length === 0 ? "-" : `moves:${moves.join(",")}`;
}

/** The JSON of `/api/v1/` and a path. Parameters that are null are left out. */
export function get(path, parameters = {}) {
  return remember(path, parameters, (answer) => answer.json());
}

/**
 * The same for answers that may take minutes: the server goes on computing after it has let a request go, so it is asked again
 * as long as the answer is wanted.
 */
export async function getPatiently(path, parameters, isWanted) {
  for (;;) {
    try {
      return await get(path, parameters);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status !== BUSY || !isWanted()) throw error;
      await new Promise((resolve) => setTimeout(resolve, PATIENCE));
    }
  }
}

/** The same for answers that are not asked for twice. */
export function getOnce(path, parameters) {
  return request(addressOf(path, parameters), {}, (answer) => answer.json());
}

/** The text of the same; for pictures. */
export function getText(path, parameters = {}) {
  return remember(path, parameters, (answer) => answer.text());
}

/** The address of an answer, for requests and for links. */
export function addressOf(path, parameters) {
  const query = new URLSearchParams(
    Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined),
  );
  return `/api/v1/${path}?${query}`;
}

function remember(path, parameters, read) {
  const url = addressOf(path, parameters);
  if (!kept.has(url)) {
    const answer = request(url, {}, read);
    // A refusal may be temporary, so it is asked again.
    answer.catch(() => kept.delete(url));
    kept.set(url, answer);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  }
  return kept.get(url);
}

/** Makes a move: one that a person chose, or the one that a player chooses with a seed. */
export function postMove(body) {
  const init = { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  return request("/api/v1/move", init, (answer) => answer.json());
}

async function request(url, init, read) {
  let answer;
  try {
    answer = await fetch(url, init);
  } catch {
    throw new Refusal(0, t("error.silent"));
  }
  if (answer.ok) return read(answer);
  let problem = {};
  try {
    problem = await answer.json();
  } catch {
    // Not every refusal has a body.
  }
  throw new Refusal(answer.status, problem.detail ?? problem.title ?? `HTTP ${answer.status}`);
}

/** Runs asynchronous work so that only the last one begun may still show its result. */
export function latest() {
  let turn = 0;
  return async (work, show, fail) => {
    turn += 1;
    const mine = turn;
    try {
      const result = await work();
      if (mine === turn) show(result);
    } catch (error) {
      if (mine === turn) fail(error);
      if (!(error instanceof Refusal)) throw error;
    }
  };
}
