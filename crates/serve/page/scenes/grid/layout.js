/**
 * Layout of a board, with the names of its rows and columns and the pieces in
 * the players' hands below it.
 *
 * @module
 */

/** @typedef {import("../../types.js").Cell} Cell */
/** @typedef {import("../../types.js").GridView} GridView */
/** @typedef {{cell: Cell, x: number, y: number, row: number, column: number}} Place */
/** @typedef {{piece: string, holder: "mover" | "opponent", count: number, x: number, y: number}} Held */

/** Space for the names of rows and columns. */
export const MARGIN = 14;
/** The smallest and the largest cell. */
const [LEAST, MOST] = [16, 44];
/** Minimum width, for the names of the players. */
const NARROW = 110;

/** @param {GridView} grid @param {{width: number, height: number}} room */
export function layOut(grid, room) {
  const rows = Math.max(1, grid.cells.length);
  const columns = Math.max(1, ...grid.cells.map((row) => row.length));
  const hands = grid.hands ?? [];
  // A line for each hand, as high as a cell.
  const lines = rows + hands.length;
  const fitting = Math.min((room.width - 2 * MARGIN) / columns, (room.height - MARGIN - 4) / lines);
  const size = Math.max(LEAST, Math.min(MOST, Math.floor(fitting)));
  const width = Math.max(NARROW, 2 * MARGIN + columns * size);
  const left = Math.round((width - columns * size) / 2);
  /** @type {Place[]} */
  const places = grid.cells.flatMap((cells, row) =>
    cells.flatMap((cell, column) => (cell === null ? [] : [{ cell, row, column, x: left + column * size, y: MARGIN + row * size }])),
  );
  const under = MARGIN + rows * size + 4;
  /** @type {Held[]} */
  const held = hands.flatMap(({ holder, cards }, line) =>
    cards.map(({ card, count }, index) => ({ piece: card.rank, holder, count, x: left + (index + 1) * size, y: under + line * size })),
  );
  return { size, left, width, height: under + hands.length * size, places, held, under };
}
