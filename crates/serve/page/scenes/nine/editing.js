/**
 * Positions requested by clicks on the table while editing.
 *
 * @module
 */

/** @typedef {import("./table.js").Table} Table */
/** @typedef {import("./table.js").Column} Column */

/**
 * The position in which a suit extends exactly to the clicked block: cards
 * between it and the opening rank are laid, those beyond are taken back.
 * Clicking the outermost card takes it back too.
 * @param {Table} table
 * @param {number} suit
 * @param {number} rank
 */
export function withBlock(table, suit, rank) {
  const runs = table.columns.map(runOf);
  runs[suit] = reach(runs[suit], table.opening, rank);
  return write(table, runs, table.players[table.mover].id);
}

/** The same table with another player to move. @param {Table} table @param {string} mover */
export function withMover(table, mover) {
  return write(table, table.columns.map(runOf), mover);
}

/** The lowest and the highest rank on the table. @typedef {[number, number] | null} Run */

/** @param {Column} column @returns {Run} */
function runOf(column) {
  const low = column.laid.indexOf(true);
  return low < 0 ? null : [low, column.laid.lastIndexOf(true)];
}

/** @param {Run} run @param {number} opening @param {number} rank @returns {Run} */
function reach(run, opening, rank) {
  if (run === null) return [Math.min(rank, opening), Math.max(rank, opening)];
  const [low, high] = run;
  if (rank < opening) return [rank === low ? rank + 1 : rank, high];
  if (rank > opening) return [low, rank === high ? rank - 1 : rank];
  return low === high ? null : [opening, opening];
}

/** @param {Table} table @param {Run[]} runs @param {string} mover */
function write(table, runs, mover) {
  const suits = table.columns.map(({ letter, ranks }, suit) => {
    const run = runs[suit];
    return `${letter}:${run === null ? "-" : `${ranks[run[0]]}-${ranks[run[1]]}`}`;
  });
  return [...suits, mover].join(" ");
}
