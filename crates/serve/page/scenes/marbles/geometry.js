/**
 * Geometry of a marbles board: in the grid, in a run, and in the two views, the
 * problem's diamond and the square rotated by 45 degrees.
 *
 * @module
 */

import { HEADER } from "../header.js";

/** @typedef {import("../../types.js").GridView} GridView */

/** @typedef {"diamond" | "square"} Shape */
/** @typedef {{name: string, row: number, column: number, isMarble: boolean}} Place */
/** @typedef {{rows: number, columns: number, columnNames: string[], rowNames: string[], places: Place[], byName: Map<string, Place>}} Board */
/** @typedef {[number, number]} Point */

/** Margin on each side of the board: the square has the names of its rows there. @type {Record<Shape, number>} */
const MARGIN = { diamond: 5, square: 12 };
/** Space below the board for its edge and shadow. */
const DEPTH = 6;
/** Minimum width of the stage, so that the header fits. */
const MIN_WIDTH = 150;

/**
 * The cells of a board.
 * @param {GridView} view
 * @returns {Board}
 */
export function boardOf(view) {
  /** @type {Place[]} */
  const places = view.cells.flatMap((cells, row) =>
    cells.flatMap((cell, column) => (cell === null ? [] : [{ name: cell.name, row, column, isMarble: cell.piece !== null }])),
  );
  return {
    rows: view.cells.length,
    columns: Math.max(0, ...view.cells.map((cells) => cells.length)),
    columnNames: view.columns,
    rowNames: view.rows,
    places,
    byName: new Map(places.map((place) => [place.name, place])),
  };
}

/**
 * The cells of a move, by its name: one cell, or the first and the last of a
 * run. Empty if the name belongs to another board.
 * @param {Board} board
 * @param {string} move
 * @returns {Place[]}
 */
export function runOf(board, move) {
  const [firstName, lastName = firstName] = move.split("-");
  const first = board.byName.get(firstName);
  const last = board.byName.get(lastName);
  if (!first || !last) return [];
  const down = last.row - first.row;
  const across = last.column - first.column;
  const steps = Math.max(Math.abs(down), Math.abs(across));
  if (steps > 0 && (down % steps !== 0 || across % steps !== 0)) return [];
  return Array.from({ length: steps + 1 }, (_, step) =>
    board.places.find(
      ({ row, column }) =>
        row === first.row + (step * down) / (steps || 1) && column === first.column + (step * across) / (steps || 1),
    ),
  ).filter((place) => place !== undefined);
}

/**
 * Half of a cell's width in logical pixels; in the diamond also the distance
 * between rows. Large boards are drawn smaller, to fit a phone.
 * @param {Board} board
 * @param {Shape} shape
 */
export function halfOf(board, shape) {
  if (shape === "square") return 16;
  return board.rows + board.columns > 10 ? 17 : 19;
}

/**
 * The size of a stage that fits both views, so that switching moves nothing
 * else.
 * @param {Board} board
 */
export function stageSize(board) {
  const turned = (board.rows + board.columns) * halfOf(board, "diamond") + 2 * MARGIN.diamond;
  const [across, down] = [board.columns, board.rows].map((cells) => cells * 2 * halfOf(board, "square") + 2 * MARGIN.square);
  return { width: Math.max(MIN_WIDTH, turned, across), height: HEADER + Math.max(turned, down) + DEPTH };
}

/**
 * The centre of a cell on the stage; rows and columns may be fractional or
 * outside the board.
 * @param {Board} board
 * @param {Shape} shape
 * @param {number} row
 * @param {number} column
 * @returns {Point}
 */
export function centreOf(board, shape, row, column) {
  const { width, height } = stageSize(board);
  const across = column - (board.columns - 1) / 2;
  const down = row - (board.rows - 1) / 2;
  const [x, y] = shape === "square" ? [2 * across, 2 * down] : [across - down, across + down];
  const half = halfOf(board, shape);
  return [Math.round(width / 2 + x * half), Math.round((height + HEADER - DEPTH) / 2 + y * half)];
}

/**
 * The position text of a board with one cell toggled.
 * @param {Board} board
 * @param {Place} changed
 */
export function toggled(board, changed) {
  const rows = Array.from({ length: board.rows }, () => Array(board.columns).fill("#"));
  for (const place of board.places) {
    rows[place.row][place.column] = place.isMarble !== (place === changed) ? "*" : ".";
  }
  return rows.map((row) => row.join("")).join("/");
}
