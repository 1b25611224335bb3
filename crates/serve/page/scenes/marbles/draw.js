/**
 * Draws a marbles board: wood, tracks of the runs, marbles and empty cells, the
 * border of a move, and the values of cells.
 *
 * @module
 */

import { drawText } from "../../pixel/lettering.js";
import { palettes } from "../../pixel/palette.js";
import { discHalf, drawDisc, drawLine, drawMarble, drawMark, fill, shade } from "../../pixel/sprites.js";
import { centreOf, halfOf } from "./geometry.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("../../types.js").Move} Move */
/** @typedef {import("./geometry.js").Board} Board */
/** @typedef {import("./geometry.js").Place} Place */
/** @typedef {import("./geometry.js").Point} Point */
/** @typedef {import("./geometry.js").Shape} Shape */
/** @typedef {CanvasRenderingContext2D} Context */

/** @typedef {{context: Context, palette: Palette, board: Board, shape: Shape}} Canvas */

const MARBLE = 11;
const HOLE = 10;
/** Radius of the border around a run. */
const BORDER = 15;

/**
 * The colours of a marble and of an empty cell: those of the problem, or those
 * of the colour-blind palette.
 * @param {Palette} palette
 */
export function marbleColours(palette) {
  return palette === palettes.safe ? { marble: palette.red, empty: palette.green } : { marble: "#FF0000", empty: "#00FF00" };
}

/**
 * @param {Canvas} canvas
 * @param {Place} place
 */
function at({ board, shape }, place) {
  return centreOf(board, shape, place.row, place.column);
}

/**
 * A tile of wood around a point, `reach` from its middle to its side.
 * @param {Canvas} canvas
 * @param {Point} point
 * @param {number} reach
 * @param {string} colour
 */
function drawTile({ context, shape }, [x, y], reach, colour) {
  if (shape === "square") {
    fill(context, x - reach, y - reach, 2 * reach + 1, 2 * reach + 1, colour);
    return;
  }
  for (let down = -reach; down <= reach; down += 1) {
    const half = reach - Math.abs(down);
    fill(context, x - half, y + down, 2 * half + 1, 1, colour);
  }
}

/** The board itself, with its edge and its shadow. @param {Canvas} canvas */
function drawWood(canvas) {
  const { palette, board } = canvas;
  const wood = shade(palette.brown, 0.55);
  /** @type {[number, number, string][]} */
  const layers = [
    [5, 6, palette.black],
    [4, 5, palette.black],
    [0, 5, palette.black],
    [0, 4, shade(palette.brown, 0.9)],
    [1, 3, shade(palette.brown, 0.35)],
    [0, 2, wood],
  ];
  for (const [lower, more, colour] of layers) {
    for (const place of board.places) {
      const [x, y] = at(canvas, place);
      drawTile(canvas, [x, y + lower], halfOf(board, canvas.shape) + more, colour);
    }
  }
}

/** The lines along which marbles may lie. @param {Canvas} canvas */
function drawTracks(canvas) {
  const { context, palette, board } = canvas;
  const isCell = new Set(board.places.map(({ row, column }) => `${row} ${column}`));
  const colour = shade(palette.brown, 0.4);
  for (const place of board.places) {
    for (const [down, across] of [[0, 1], [1, 0], [1, 1], [1, -1]]) {
      const [row, column] = [place.row + down, place.column + across];
      if (isCell.has(`${row} ${column}`)) {
        drawLine(context, at(canvas, place), centreOf(board, canvas.shape, row, column), colour);
      }
    }
  }
}

/** The names of rows and columns. @param {Canvas} canvas */
function drawNames({ context, palette, board, shape }) {
  const away = shape === "square" ? 0.82 : 0.92;
  const style = { colour: palette.silver, align: /** @type {const} */ ("center"), baseline: /** @type {const} */ ("middle") };
  board.columnNames.forEach((name, column) => {
    drawText(context, name, ...centreOf(board, shape, -away, column), style);
  });
  board.rowNames.forEach((name, row) => {
    drawText(context, name, ...centreOf(board, shape, row, -away), style);
  });
}

/**
 * The empty board.
 * @param {Canvas} canvas
 */
export function drawBoard(canvas) {
  drawWood(canvas);
  drawTracks(canvas);
  drawNames(canvas);
}

/**
 * An empty cell: a hollow, lit from the upper left like the marbles.
 * @param {Canvas} canvas
 * @param {Place} place
 */
export function drawHole(canvas, place) {
  const { context, palette } = canvas;
  const [x, y] = at(canvas, place);
  const { empty } = marbleColours(palette);
  drawDisc(context, x, y, HOLE + 1, palette.black);
  drawDisc(context, x, y, HOLE, shade(empty, 0.45));
  drawDisc(context, x + 1, y + 1, HOLE - 2, empty);
}

/**
 * A marble, `height` above its cell.
 * @param {Canvas} canvas
 * @param {Place} place
 * @param {number} [height]
 */
export function drawMarbleAt(canvas, place, height = 0) {
  const [x, y] = at(canvas, place);
  drawMarble(canvas.context, x, y - height, MARBLE, marbleColours(canvas.palette).marble, canvas.palette.black);
}

/**
 * The border of a run: bright between dark lines, around its cells, with a line
 * through them. It is drawn over the other cells, and the cells of the run over
 * it.
 * @param {Canvas} canvas
 * @param {Place[]} run
 * @param {string} colour
 */
export function drawRun(canvas, run, colour) {
  if (run.length === 0) return;
  const { context, palette } = canvas;
  const from = at(canvas, run[0]);
  const to = at(canvas, run[run.length - 1]);
  const [outermost, outer, inner, innermost] = [1, 0, -2, -3].map((more) => spansOf(from, to, BORDER + more));
  fillBetween(context, outermost, outer, palette.black);
  fillBetween(context, outer, inner, colour);
  fillBetween(context, inner, innermost, palette.black);
  drawLine(context, from, to, palette.black, 5);
  drawLine(context, from, to, colour, 3);
}

/** The leftmost and the rightmost pixel of each row. @typedef {Map<number, [number, number]>} Spans */

/**
 * The area of a thick line with round ends.
 * @param {Point} from
 * @param {Point} to
 * @param {number} radius
 * @returns {Spans}
 */
function spansOf(from, to, radius) {
  const steps = Math.max(1, Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1]));
  /** @type {Spans} */
  const spans = new Map();
  for (let step = 0; step <= steps; step += 1) {
    const x = Math.round(from[0] + ((to[0] - from[0]) * step) / steps);
    const y = Math.round(from[1] + ((to[1] - from[1]) * step) / steps);
    for (let down = -radius; down <= radius; down += 1) {
      const half = discHalf(radius, down);
      const [left, right] = spans.get(y + down) ?? [x, x];
      spans.set(y + down, [Math.min(left, x - half), Math.max(right, x + half)]);
    }
  }
  return spans;
}

/**
 * Fills the area inside one shape and outside another.
 * @param {Context} context
 * @param {Spans} outer
 * @param {Spans} inner
 * @param {string} colour
 */
function fillBetween(context, outer, inner, colour) {
  for (const [y, [left, right]] of outer) {
    const [from, to] = inner.get(y) ?? [right + 1, right];
    fill(context, left, y, from - left, 1, colour);
    fill(context, to + 1, y, right - to, 1, colour);
  }
}

/**
 * The value of a cell, below its centre.
 * @param {Canvas} canvas
 * @param {Place} place
 * @param {Move} move
 */
export function drawValue(canvas, place, move) {
  const [x, y] = at(canvas, place);
  drawMark(canvas.context, x, y + 12, move, canvas.palette);
}

/**
 * Marks a cell as selectable if values are hidden.
 * @param {Canvas} canvas
 * @param {Place} place
 */
export function drawChoice(canvas, place) {
  const [x, y] = at(canvas, place);
  drawDisc(canvas.context, x, y + 12, 4, canvas.palette.black);
  drawDisc(canvas.context, x, y + 12, 3, canvas.palette.white);
}
