// Boards as SVG: small pictures, and one that is played on by mouse, touch and keyboard.

import { s } from "./dom.js";
import { cellName, cellOfMove, keypadCell, rowsOf, shapeOf, winningLine } from "./geometry.js";
import { t } from "./i18n.js";
import { valueSign, valueWords } from "./value.js";

const CELL = 100;

/** The size of the coordinates' letters: on wide boards cells are small, so letters are large. */
const letter = ({ width }) => Math.min(30, 8 + 3 * width);

/**
 * A picture of a position that cannot be played on. `best` and `played` are moves that are marked; `last` is the move that
 * was made last.
 */
export function picture(game, position, { last = null, best = [], played = [], label = position } = {}) {
  const shape = shapeOf(game);
  const rows = rowsOf(position);
  const { width, height } = shape;
  const svg = s("svg", {
    class: "board small",
    viewBox: `-4 -4 ${width * CELL + 8} ${height * CELL + 8}`,
    role: "img",
    "aria-label": label,
  });
  svg.append(grid(shape));
  const spot = cellOfMove(shape, rows, last);
  if (spot) svg.append(cellRect(spot, "last"));
  const targets = (moves) => moves.map((move) => emptyCell(shape, rows, move));
  for (const cell of targets(best)) svg.append(cellRect(cell, "best-mark", 8), star(cell));
  for (const cell of targets(played)) svg.append(cellRect(cell, "played-mark", 18));
  svg.append(...stonesOf(shape, rows));
  return svg;
}

/** Where the stone of a move will lie. */
function emptyCell(shape, rows, move) {
  if (shape.family !== "connect") return cellOfMove(shape, rows, move);
  const x = Number(move) - 1;
  return [x, rows.findLastIndex((row) => row[x] === ".")];
}

/** A stone alone, to stand beside a text. */
export function stone(side, family = "mnk") {
  return s(
    "svg",
    { class: "stone-icon", viewBox: "0 0 100 100", "aria-hidden": "true" },
    stoneAt(family, side, 50, 50),
  );
}

/** A board that is played on. `onMove` gets the move of the cell that was chosen, if it has one. */
export class Board {
  #onMove;
  #model = null;
  #focus = [0, 0];

  constructor(onMove) {
    this.#onMove = onMove;
    this.element = s("svg", { class: "board playable", role: "grid" });
    this.element.addEventListener("click", (event) => this.#click(event));
    this.element.addEventListener("keydown", (event) => this.#key(event));
  }

  /**
   * Draws a position. `moves` are `{move, xy}` that may be made now; `hints` are looked up by move: `{value, plies, best, text,
   * share, chosen}`; `last` is the move made last.
   */
  update(model) {
    const changedShape = this.#model?.game !== model.game;
    this.#model = { ...model, shape: shapeOf(model.game), rows: rowsOf(model.position) };
    const { shape, rows, last, label, mood } = this.#model;
    if (changedShape) this.#focus = [Math.floor((shape.width - 1) / 2), Math.floor((shape.height - 1) / 2)];
    const hadFocus = this.element.contains(document.activeElement);
    const margin = 1.5 * letter(shape);
    const size = [shape.width * CELL + margin + 4, shape.height * CELL + margin + 4];
    this.element.setAttribute("viewBox", `${-margin} ${-margin} ${size.join(" ")}`);
    this.element.setAttribute("aria-label", label);
    this.element.setAttribute("class", `board playable ${mood}`);
    const line = winningLine(shape, rows);
    const spot = cellOfMove(shape, rows, last);
    this.element.replaceChildren(
      grid(shape),
      ...coordinates(shape),
      ...(spot ? [cellRect(spot, "last")] : []),
      ...stonesOf(shape, rows),
      ...(line ? [strike(line)] : []),
      ...this.#cells(),
    );
    if (hadFocus) this.focus();
  }

  /** Moves the keyboard focus to the cell that had it last. */
  focus() {
    this.element.querySelector('[tabindex="0"]')?.focus();
  }

  /** Makes the move of a digit in keypad layout, or of a column; says whether there is such a cell. */
  digit(digit) {
    const { shape } = this.#model;
    const cell = shape.family === "connect" ? [digit - 1, 0] : keypadCell(shape, digit);
    if (!cell || cell[0] < 0 || cell[0] >= shape.width) return false;
    this.#choose(cell);
    return true;
  }

  #cells() {
    const { shape, rows } = this.#model;
    return rows.map((row, y) =>
      s(
        "g",
        { role: "row" },
        [...row].map((cell, x) => {
          const move = this.#moveAt([x, y]);
          const isTarget = move && move.xy[0] === x && move.xy[1] === y;
          const hint = isTarget ? this.#model.hints.get(move.move) : undefined;
          const isFocus = this.#focus[0] === x && this.#focus[1] === y;
          const attributes = {
            role: "gridcell",
            class: move ? "cell open" : "cell",
            tabindex: isFocus ? 0 : -1,
            "data-x": x,
            "data-y": y,
            "data-move": isTarget ? move.move : null,
            "aria-label": describe(shape, cell, x, y, hint),
          };
          const ghost = isTarget
            ? s("g", { class: "ghost" }, stoneAt(shape.family, this.#model.toMove, x * CELL + 50, y * CELL + 50))
            : null;
          return s(
            "g",
            attributes,
            cellRect([x, y], "hit"),
            hint ? null : ghost,
            hint ? drawHint([x, y], hint) : null,
            cellRect([x, y], "focus-ring", 4),
          );
        }),
      ),
    );
  }

  #moveAt([x, y]) {
    const { shape, moves } = this.#model;
    return moves.find(({ xy }) => xy[0] === x && (shape.family === "connect" || xy[1] === y));
  }

  #choose(cell) {
    const found = this.#moveAt(cell);
    this.#focus = cell;
    this.#onMove(found?.move ?? null, cell);
  }

  #click(event) {
    const cell = event.target.closest("[data-x]");
    if (cell) this.#choose([Number(cell.dataset.x), Number(cell.dataset.y)]);
  }

  #key(event) {
    const { shape } = this.#model;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      const limit = (value, size) => Math.max(0, Math.min(size - 1, value));
      this.#focus = [limit(this.#focus[0] + step[0], shape.width), limit(this.#focus[1] + step[1], shape.height)];
      for (const cell of this.element.querySelectorAll("[data-x]")) {
        cell.setAttribute("tabindex", cell.dataset.x == this.#focus[0] && cell.dataset.y == this.#focus[1] ? 0 : -1);
      }
      this.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#choose(this.#focus);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}

function describe(shape, cell, x, y, hint) {
  const name = shape.family === "connect" ? t("cell.column", { x: x + 1, y: y + 1 }) : cellName(x, y);
  const parts = [name, cell === "." ? t("cell.empty") : cell];
  if (hint?.value) parts.push(valueWords(hint.value, hint.plies));
  if (hint?.best) parts.push(t("best.move"));
  if (hint?.text) parts.push(hint.text);
  return parts.join(", ");
}

function grid({ width, height }) {
  const lines = [];
  for (let x = 1; x < width; x += 1) lines.push(`M${x * CELL} 0V${height * CELL}`);
  for (let y = 1; y < height; y += 1) lines.push(`M0 ${y * CELL}H${width * CELL}`);
  return s(
    "g",
    { "aria-hidden": "true" },
    s("rect", { class: "ground", width: width * CELL, height: height * CELL, rx: 10 }),
    s("path", { class: "grid", d: lines.join("") }),
  );
}

function coordinates(shape) {
  const { family, width, height } = shape;
  const size = letter(shape);
  const text = (x, y, label) =>
    s("text", { class: "coordinate", x, y, "font-size": size, "aria-hidden": "true" }, label);
  const columns = Array.from({ length: width }, (_, x) =>
    text(x * CELL + 50, -size / 2, family === "connect" ? x + 1 : cellName(x, 0)[0]),
  );
  if (family === "connect") return columns;
  return [
    ...columns,
    ...Array.from({ length: height }, (_, y) => text(-size * 0.8, y * CELL + 50 + size * 0.35, y + 1)),
  ];
}

function cellRect([x, y], name, inset = 0) {
  const size = CELL - 2 * inset;
  return s("rect", { class: name, x: x * CELL + inset, y: y * CELL + inset, width: size, height: size, rx: 8 });
}

function star([x, y]) {
  return s("text", { class: "best-star", x: x * CELL + 82, y: y * CELL + 30 }, "★");
}

function stonesOf({ family }, rows) {
  return rows
    .flatMap((row, y) =>
      [...row].map((cell, x) => (cell === "." ? null : stoneAt(family, cell, x * CELL + 50, y * CELL + 50))),
    )
    .filter(Boolean);
}

// A ring and a cross; where stones are discs they carry the same signs, so that colour is never the only one.
function stoneAt(family, side, x, y) {
  const disc = family !== "mnk";
  const r = disc ? 15 : 27;
  const sign =
    side === "o"
      ? s("circle", { cx: x, cy: y, r })
      : s("path", { d: `M${x - r} ${y - r}l${2 * r} ${2 * r}m0 ${-2 * r}l${-2 * r} ${2 * r}` });
  return s(
    "g",
    { class: `stone ${side} ${disc ? "disc" : "line"}` },
    disc ? s("circle", { class: "body", cx: x, cy: y, r: 39 }) : null,
    sign,
  );
}

function strike([[fromX, fromY], [toX, toY]]) {
  const place = (cell) => cell * CELL + 50;
  const [dx, dy] = [Math.sign(toX - fromX) * 30, Math.sign(toY - fromY) * 30];
  return s("path", {
    class: "strike",
    d: `M${place(fromX) - dx} ${place(fromY) - dy}L${place(toX) + dx} ${place(toY) + dy}`,
  });
}

function drawHint(cell, hint) {
  const [x, y] = [cell[0] * CELL, cell[1] * CELL];
  const both = hint.value && hint.text;
  const parts = [];
  if (hint.best) parts.push(cellRect(cell, "best-mark", 7), star(cell));
  if (hint.value) {
    const sign = valueSign(hint.value, hint.plies);
    parts.push(s("text", { class: `hint-value ${hint.value}`, x: x + 50, y: y + (both ? 47 : 63) }, sign));
  }
  if (hint.text)
    parts.push(
      s(
        "text",
        {
          class: hint.chosen ? "hint-text chosen" : "hint-text",
          "font-size": both ? 23 : 29,
          x: x + 50,
          y: y + (both ? 74 : 58),
        },
        hint.text,
      ),
    );
  if (hint.share !== undefined) {
    parts.push(s("rect", { class: "share-ground", x: x + 16, y: y + 80, width: 68, height: 7, rx: 3.5 }));
    parts.push(s("rect", { class: "share", x: x + 16, y: y + 80, width: 68 * hint.share, height: 7, rx: 3.5 }));
  }
  return s("g", { class: "hint", "aria-hidden": "true" }, parts);
}
