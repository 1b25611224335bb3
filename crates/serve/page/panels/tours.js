/**
 * The games with a guided tour: their best play ends soon, with a winner.
 *
 * @module
 */

export const TOURS = ["marbles", "nine"];
