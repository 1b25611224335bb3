/**
 * The window through which a map is seen: it is enlarged by whole factors,
 * scrolls, tells which cell the pointer is on, and carries the marks.
 *
 * @module
 */

import { el } from "../../core/dom.js";

/** @typedef {import("./cells.js").Cell} Cell */

/** Factors of enlargement, as far as the map does not become larger than `most` CSS pixels. */
const factors = [1, 2, 4, 8];
const most = 2048;
/** A small map begins enlarged, up to about this size, or to the room there is. */
const comfortable = 520;

/**
 * @param {HTMLCanvasElement} canvas
 */
export function createFrame(canvas) {
  const here = el("div", { class: "map-here", hidden: true }, el("div", { class: "map-row-line" }), el("div", { class: "map-column-line" }), el("div", { class: "map-box" }));
  const cursor = el("div", { class: "map-cursor", hidden: true }, el("div", { class: "map-box" }));
  const sheet = el("div", { class: "map-sheet" }, canvas, here, cursor);
  const element = el("div", { class: "map-frame" }, sheet);
  let factor = 1;

  /**
   * @param {HTMLElement} mark
   * @param {Cell | null} cell
   */
  function place(mark, cell) {
    mark.hidden = cell === null;
    if (!cell) return;
    mark.style.setProperty("--row", String(cell.row));
    mark.style.setProperty("--column", String(cell.column));
  }

  /** The cell in the middle of what is seen. @returns {Cell} */
  function centre() {
    return {
      row: (element.scrollTop + element.clientHeight / 2) / factor,
      column: (element.scrollLeft + element.clientWidth / 2) / factor,
    };
  }

  /** @param {Cell} cell */
  function lookAt({ row, column }) {
    element.scrollTop = row * factor - element.clientHeight / 2;
    element.scrollLeft = column * factor - element.clientWidth / 2;
  }

  return {
    element,

    /** The factors that suit the map. */
    choices: () => factors.filter((one) => one * Math.max(canvas.width, canvas.height) <= most),

    /** A factor to begin with. @param {number} room CSS pixels */
    usual(room) {
      const fitting = factors.filter((one) => one * canvas.width <= Math.min(room, comfortable));
      return fitting.at(-1) ?? 1;
    },

    /** Enlarges by a factor, with the same cell in the middle. @param {number} chosen */
    zoom(chosen) {
      const middle = centre();
      factor = chosen;
      sheet.style.setProperty("--factor", String(factor));
      sheet.style.width = canvas.style.width = `${canvas.width * factor}px`;
      sheet.style.height = canvas.style.height = `${canvas.height * factor}px`;
      lookAt(middle);
    },

    factor: () => factor,
    lookAt,

    /** Scrolls no more than needed to see a cell. @param {Cell} cell */
    keepInSight(cell) {
      const isOut = (/** @type {number} */ at, /** @type {number} */ start, /** @type {number} */ room) => at < start || at + factor > start + room;
      const { scrollTop, scrollLeft, clientHeight, clientWidth } = element;
      if (isOut(cell.row * factor, scrollTop, clientHeight) || isOut(cell.column * factor, scrollLeft, clientWidth)) lookAt(cell);
    },

    /** @param {MouseEvent} event @returns {Cell} */
    cellUnder(event) {
      const box = canvas.getBoundingClientRect();
      const along = (/** @type {number} */ at, /** @type {number} */ count) => Math.max(0, Math.min(count - 1, Math.floor(at / factor)));
      return { row: along(event.clientY - box.top, canvas.height), column: along(event.clientX - box.left, canvas.width) };
    },

    /** Marks the position shown on the board. @param {Cell | null} cell */
    markHere: (cell) => place(here, cell),

    /** Marks the cell that is spoken of. @param {Cell | null} cell */
    markCursor: (cell) => place(cursor, cell),
  };
}
