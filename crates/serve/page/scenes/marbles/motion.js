/**
 * Marbles falling into their cells.
 *
 * @module
 */

/** @typedef {import("./geometry.js").Place} Place */

/** A falling marble. @typedef {{place: Place, height: number}} Falling */

/** Initial height of a falling marble in logical pixels above its cell. */
const TOP = 60;
/** The height of a marble that is not visible yet. */
const UNSEEN = 10000;

/**
 * The marbles of a run that are not in their cells yet. One starts to fall when
 * the previous one has landed.
 * @param {readonly Place[]} run
 * @param {number} time in falls
 * @returns {Falling[]}
 */
export function fallingAt(run, time) {
  return run.flatMap((place, index) => {
    const part = time - index;
    if (part >= 1) return [];
    return [{ place, height: part <= 0 ? UNSEEN : Math.round(TOP * (1 - part * part)) }];
  });
}
