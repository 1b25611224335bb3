/**
 * Paints a result map, one pixel per cell: the colour is the result, and the farther the end
 * is, the paler it is.
 *
 * @module
 */

import { resultColour } from "../../pixel/palette.js";
import { meanings } from "./cells.js";

/** @typedef {import("../../types.js").Palette} Palette */
/** @typedef {import("./cells.js").Cells} Cells */

/**
 * How a map is painted.
 * @typedef {object} Look
 * @property {boolean} isHidden whether all positions look the same
 * @property {number} [level] positions farther from the end are not solved yet
 */

/** The part of a colour that is left at the greatest distance. */
const FAINTEST = 0.35;

/** Red, green and blue of a `#RRGGBB`. @param {string} colour */
function channels(colour) {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** A pixel between two colours. @param {string} from @param {string} to @param {number} part of the second */
function between(from, to, part) {
  const [a, b] = [channels(from), channels(to)];
  const [red, green, blue] = a.map((channel, at) => Math.round(channel + (b[at] - channel) * part));
  // Red is the lowest byte of a pixel.
  return (255 << 24) | (blue << 16) | (green << 8) | red;
}

/** The part of a result's colour that a distance takes away. @param {number} plies @param {number} most */
const paleness = (plies, most) => (most === 0 ? 0 : (1 - FAINTEST) * Math.sqrt(plies / most));

/**
 * @param {HTMLCanvasElement} canvas
 * @param {Cells} cells
 * @param {Palette} palette
 * @param {Look} look
 */
export function paint(canvas, cells, palette, { isHidden, level = Infinity }) {
  const { bytes, distances, most, width, height } = cells;
  /** Colours by value and distance; there are far fewer of them than cells. @type {Map<number, number>} */
  const known = new Map();
  /** @param {number} byte @param {number} plies */
  function pixelOf(byte, plies) {
    const value = meanings[byte];
    if (!value) return between(palette.black, palette.black, 0);
    if (isHidden) return between(palette.grey, palette.grey, 0);
    const isDistant = plies <= most;
    if (level < most && (!isDistant || plies > level)) return between(palette.slate, palette.slate, 0);
    return between(resultColour(palette, value), palette.black, isDistant ? paleness(plies, most) : 0);
  }
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  for (let i = 0; i < pixels.length; i += 1) {
    const plies = distances ? distances[i] : Infinity;
    const key = distances ? bytes[i] * 65536 + plies : bytes[i];
    let pixel = known.get(key);
    if (pixel === undefined) known.set(key, (pixel = pixelOf(bytes[i], plies)));
    pixels[i] = pixel;
  }
  context.putImageData(image, 0, 0);
}
