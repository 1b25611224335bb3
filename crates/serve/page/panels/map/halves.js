/**
 * A small board that explains a map of boards: the rows of the map enumerate
 * the board's upper half, the columns its lower half.
 *
 * @module
 */

import { marbleColours } from "../../scenes/marbles/draw.js";

/** @typedef {import("../../types.js").Palette} Palette */

/**
 * In logical pixels: size of a cell with its border, and margin around a half.
 */
const cell = 7;
const frame = 2;

/**
 * @param {HTMLCanvasElement} canvas
 * @param {[string, string]} halves rows of `*` marble, `.` empty, `#` no cell, with `/` between them
 * @param {Palette} palette
 */
export function drawHalves(canvas, halves, palette) {
  const parts = halves.map((half) => half.split("/"));
  const columns = Math.max(...parts.flat().map((row) => row.length));
  canvas.width = columns * cell + 2 * frame + 1;
  canvas.height = parts.flat().length * cell + 4 * frame + 2;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  let top = 0;
  parts.forEach((rows, half) => {
    const height = rows.length * cell + 2 * frame + 1;
    context.fillStyle = half === 0 ? palette.cyan : palette.pink;
    context.fillRect(0, top, canvas.width, height);
    context.fillStyle = palette.night;
    context.fillRect(frame, top + frame, canvas.width - 2 * frame, height - 2 * frame);
    const edge = frame + 1;
    rows.forEach((row, y) =>
      [...row].forEach((piece, x) => drawCell(context, piece, edge + x * cell, top + edge + y * cell, palette)),
    );
    top += height;
  });
}

/**
 * @param {CanvasRenderingContext2D} context
 * @param {string} piece
 * @param {number} x
 * @param {number} y
 * @param {Palette} palette
 */
function drawCell(context, piece, x, y, palette) {
  if (piece === "#") return;
  const { marble, empty } = marbleColours(palette);
  context.fillStyle = palette.slate;
  context.fillRect(x, y, cell - 1, cell - 1);
  // A marble fills its tile except for the corners; a hole is small.
  if (piece === "*") {
    context.fillStyle = marble;
    context.fillRect(x, y + 1, cell - 1, cell - 3);
    context.fillRect(x + 1, y, cell - 3, cell - 1);
  } else {
    context.fillStyle = empty;
    context.fillRect(x + 2, y + 2, cell - 5, cell - 5);
  }
}
