// What a page must know of a game to draw it. Rules stay with the server.

/** `connect:5x4:4` as its family, width, height and k; `othello:6` likewise. */
export function shapeOf(game) {
  const [family, size = "", k = "0"] = (game === "tictactoe" ? "mnk:3x3:3" : game).split(":");
  const [width, height = width] = size.split("x").map(Number);
  return { family, width, height, k: Number(k) };
}

/** Whether a game is the one that the rule players know. */
export function isTicTacToe(game) {
  const { family, width, height, k } = shapeOf(game);
  return family === "mnk" && width === 3 && height === 3 && k === 3;
}

/** The rows of a position in notation, from the top: strings of `o`, `x` and `.`. */
export function rowsOf(position) {
  return position.split(" ")[0].split("/");
}

/** `b2` for column 1, row 1. */
export function cellName(x, y) {
  return String.fromCharCode(97 + x) + (y + 1);
}

/** How many stones lie on the board. */
export function stones(position) {
  return rowsOf(position).join("").replaceAll(".", "").length;
}

/** The cell `[x, y]` on which the stone of a move lies in the position after it; null without a move. */
export function cellOfMove(shape, rows, move) {
  if (!move) return null;
  if (shape.family === "connect") {
    const x = Number(move) - 1;
    const y = rows.findIndex((row) => row[x] !== ".");
    return y < 0 ? null : [x, y];
  }
  return [move.charCodeAt(0) - 97, Number(move.slice(1)) - 1];
}

/** The moves from the start to a node of the server's tree. */
export function movesOf(nodes, node) {
  return node.parent === null ? [] : [...movesOf(nodes, nodes[node.parent]), node.move];
}

/** The first and the last cell of a line of k equal stones, if there is one. */
export function winningLine({ family, width, height, k }, rows) {
  if (family === "othello") return null;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      for (const [dx, dy] of [
        [1, 0],
        [0, 1],
        [1, 1],
        [1, -1],
      ]) {
        const [endX, endY] = [x + dx * (k - 1), y + dy * (k - 1)];
        const inside = endX < width && endY < height && endY >= 0;
        const cells = Array.from({ length: k }, (_, i) => rows[y + dy * i]?.[x + dx * i]);
        if (inside && rows[y][x] !== "." && cells.every((cell) => cell === rows[y][x]))
          return [
            [x, y],
            [endX, endY],
          ];
      }
    }
  }
  return null;
}

/** The cell of a digit in the layout of a numeric keypad, for boards of three by three. */
export function keypadCell({ family, width, height }, digit) {
  if (family !== "mnk" || width !== 3 || height !== 3 || digit < 1) return null;
  return [(digit - 1) % 3, 2 - Math.floor((digit - 1) / 3)];
}
