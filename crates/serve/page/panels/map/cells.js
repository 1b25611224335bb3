/**
 * The cells of a result map: their positions and values.
 *
 * @module
 */

/** @typedef {import("../../types.js").MapAxes} MapAxes */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {{row: number, column: number}} Cell */

/** Meanings of the server's bytes; 0 is no position. @type {readonly (Result | null)[]} */
export const meanings = [null, "loss", "draw", "win"];

/** The server's number for no distance. */
const UNKNOWN = 65535;

/** @typedef {ReturnType<typeof createCells>} Cells */

/**
 * @param {MapAxes} axes
 * @param {Uint8Array} bytes row by row
 * @param {Uint16Array | null} [distances] in plies, in the same order
 */
export function createCells(axes, bytes, distances = null) {
  const { rows, columns, between } = axes;
  const most = distances?.reduce((most, plies) => (plies === UNKNOWN ? most : Math.max(most, plies)), 0) ?? 0;
  const rowOf = new Map(rows.map((text, row) => [text, row]));
  const columnOf = new Map(columns.map((text, column) => [text, column]));

  return {
    axes,
    bytes,
    distances,
    /** The greatest distance; 0 if none is known. */
    most,
    height: rows.length,
    width: columns.length,

    /** @param {Cell} cell */
    position: ({ row, column }) => rows[row] + between + columns[column],

    /** The value for the player to move; null if the cell is not a position. @param {Cell} cell */
    value: ({ row, column }) => meanings[bytes[row * columns.length + column]],

    /** The distance in plies; null if there is none. @param {Cell} cell */
    plies({ row, column }) {
      const plies = distances?.[row * columns.length + column] ?? UNKNOWN;
      return plies === UNKNOWN ? null : plies;
    },

    /**
     * The cell of a position, if it is on the map. The separator may also occur
     * within a label, so every occurrence is tried.
     * @param {string} position
     * @returns {Cell | null}
     */
    find(position) {
      for (let at = position.indexOf(between); at >= 0; at = position.indexOf(between, at + 1)) {
        const row = rowOf.get(position.slice(0, at));
        const column = columnOf.get(position.slice(at + between.length));
        if (row !== undefined && column !== undefined) return { row, column };
      }
      return null;
    },

    /** The number of positions of each value. @returns {Record<Result, number>} */
    counts() {
      const counts = { win: 0, draw: 0, loss: 0 };
      for (const byte of bytes) {
        const value = meanings[byte];
        if (value) counts[value] += 1;
      }
      return counts;
    },
  };
}
