/**
 * The cells of a picture: one layer of a table as rows and columns. A table of one axis is
 * broken into lines, as long as its period if it has one.
 *
 * @module
 */

/** @typedef {import("./types.js").LawPicture} LawPicture */

/**
 * A cell.
 * @typedef {object} Cell
 * @property {number[]} place the values of the axes
 * @property {number | null} found in the table
 * @property {number | null} said by the law
 * @property {"fitted" | "tested" | "beyond"} part of the table
 */

/** The length of lines without a period. */
const LINE = 32;

/** Lines of a period are at most this long. */
const LONGEST_LINE = 64;

/** @param {number | null} period @param {number} count */
function lineLength(period, count) {
  if (period === null || period > LONGEST_LINE) return Math.min(LINE, count);
  return Math.min(count, period * Math.max(1, Math.floor(LINE / period)));
}

/**
 * @param {LawPicture} picture
 * @param {number[]} layer indices of all axes but the last two
 */
export function cellsOf(picture, layer) {
  const { axes, cells, law } = picture;
  const isLine = axes.length === 1;
  const last = axes[axes.length - 1];
  const width = isLine ? lineLength(picture.period, last.shown) : last.shown;
  const height = isLine ? Math.ceil(last.shown / width) : axes[axes.length - 2].shown;

  return {
    width,
    height,
    isLine,

    /** @param {number} row @param {number} column @returns {Cell | null} */
    at(row, column) {
      const indices = isLine ? [row * width + column] : [...layer, row, column];
      if (indices.some((index, i) => index >= axes[i].shown)) return null;
      const number = indices.reduce((sum, index, i) => sum * axes[i].shown + index, 0);
      const isBelow = (/** @type {"fitted" | "computed"} */ end) => indices.every((index, i) => index < axes[i][end]);
      return {
        place: indices.map((index, i) => index + axes[i].first),
        found: cells[number],
        said: law[number] ?? null,
        part: isBelow("fitted") ? "fitted" : isBelow("computed") ? "tested" : "beyond",
      };
    },
  };
}

/** Whether the table has another value than the law says. @param {Cell} cell */
export function isOdd({ found, said }) {
  return found !== null && said !== null && found !== said;
}
