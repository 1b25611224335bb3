/**
 * The viewport of a map: integer zoom, scrolling, the cell under the pointer,
 * and marks.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { createAxes } from "./axes.js";

/** @typedef {import("./cells.js").Cell} Cell */

/** Zoom factors, as long as the map is not larger than `max` CSS pixels. */
const factors = [1, 2, 4, 8];
const max = 2048;
/**
 * A small map is initially enlarged up to about this size, or to the available
 * space.
 */
const comfortable = 600;

/** @param {string} name @param {...string} parts of the mark */
function mark(name, ...parts) {
  return el("div", { class: name, hidden: true }, ...parts.map((part) => el("div", { class: part })));
}

/** @param {HTMLCanvasElement} canvas */
export function createFrame(canvas) {
  const here = mark("map-here", "map-row-line", "map-column-line", "map-box");
  const cursor = mark("map-cursor", "map-box");
  const sheet = el("div", { class: "map-sheet" }, canvas, here, cursor);
  const element = el("div", { class: "map-frame" }, sheet);
  const axes = createAxes(element);
  let factor = 1;

  /**
   * @param {HTMLElement} element
   * @param {Cell | null} cell
   */
  function place(element, cell) {
    element.hidden = cell === null;
    if (!cell) return;
    element.style.setProperty("--row", String(cell.row));
    element.style.setProperty("--column", String(cell.column));
  }

  /** The cell at the centre of the viewport. @returns {Cell} */
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
    element: axes.element,

    /** Numbers the rows and columns. @param {import("../../types.js").MapAxes} labels */
    number: (labels) => axes.show(labels, factor),

    /** The zoom factors that suit the map. */
    choices: () => factors.filter((one) => one * Math.max(canvas.width, canvas.height) <= max),

    /** The initial zoom factor. @param {number} room CSS pixels */
    usual(room) {
      const fitting = factors.filter((one) => one * canvas.width <= Math.min(room, comfortable));
      return fitting.at(-1) ?? 1;
    },

    /** Sets the zoom factor and keeps the centre. @param {number} chosen */
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

    /** Scrolls a cell into view, as little as possible. @param {Cell} cell */
    keepInSight(cell) {
      const [top, left] = [cell.row * factor - element.scrollTop, cell.column * factor - element.scrollLeft];
      const isAboveOrBelow = top < 0 || top + factor > element.clientHeight;
      const isBeside = left < 0 || left + factor > element.clientWidth;
      if (isAboveOrBelow || isBeside) lookAt(cell);
    },

    /** @param {MouseEvent} event @returns {Cell} */
    cellUnder(event) {
      const box = canvas.getBoundingClientRect();
      /** @param {number} at @param {number} count */
      const along = (at, count) => Math.max(0, Math.min(count - 1, Math.floor(at / factor)));
      return {
        row: along(event.clientY - box.top, canvas.height),
        column: along(event.clientX - box.left, canvas.width),
      };
    },

    /** Marks the position shown on the board. @param {Cell | null} cell */
    markHere: (cell) => place(here, cell),

    /** Marks the cell that is described. @param {Cell | null} cell */
    markCursor: (cell) => place(cursor, cell),
  };
}
