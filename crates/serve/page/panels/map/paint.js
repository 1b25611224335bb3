/**
 * Paints a result map, one pixel per cell.
 *
 * @module
 */

import { resultColour } from "../../pixel/palette.js";
import { meanings } from "./cells.js";

/** @typedef {import("../../types.js").Palette} Palette */

/**
 * Red, green and blue of a `#RRGGBB`.
 * @param {string} colour
 */
function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/**
 * @param {HTMLCanvasElement} canvas
 * @param {import("./cells.js").Cells} cells
 * @param {Palette} palette
 * @param {boolean} isHidden whether all positions look the same
 */
export function paint(canvas, cells, palette, isHidden) {
  /** @param {import("../../types.js").Result} value */
  const known = (value) => (isHidden ? palette.grey : resultColour(palette, value));
  const colours = meanings.map((value) => channels(value ? known(value) : palette.black));
  canvas.width = cells.width;
  canvas.height = cells.height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(cells.width, cells.height);
  cells.bytes.forEach((byte, i) => image.data.set([...colours[byte], 255], 4 * i));
  context.putImageData(image, 0, 0);
}
