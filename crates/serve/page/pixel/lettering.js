/**
 * Pixel text: hard edges, no anti-aliasing, for every script.
 *
 * Rasterised texts are cached. Chinese characters need more pixels than
 * letters, so they are drawn larger if the requested size is too small;
 * `measure` returns the actual size.
 *
 * @module
 */

import { maskOf } from "./mask.js";

/**
 * @typedef {object} TextStyle
 * @property {number} [size] default 8: capitals are seven pixels high; 16, 24 … enlarge the pixels
 * @property {string} [colour] default white
 * @property {"left" | "center" | "right"} [align] the side that `x` gives, default left
 * @property {"top" | "middle" | "bottom"} [baseline] the line that `y` gives, default top; the middle is that of capitals
 * @property {string} [outline] colour of a line one pixel wide around the letters
 */

/** @typedef {import("./mask.js").Mask} Mask */
/** The pixels of a text and, once drawn, their paths: the letters and the outline. @typedef {{mask: Mask, letters?: Path2D, outlined?: Path2D}} Text */

/** Capacity of the cache; the oldest entry is evicted. */
const CAPACITY = 800;

/** @type {Map<string, Text>} */
const cache = new Map();

/**
 * @param {string} text
 * @param {number} size
 * @returns {Text}
 */
function textOf(text, size) {
  const key = `${size} ${text}`;
  const found = cache.get(key);
  if (found !== undefined) return found;
  const made = { mask: maskOf(text, size) };
  if (cache.size >= CAPACITY) cache.delete(/** @type {string} */ (cache.keys().next().value));
  cache.set(key, made);
  return made;
}

/**
 * @param {Mask} mask
 * @param {number} around margin around each pixel
 */
function pathOf(mask, around) {
  const path = new Path2D();
  for (const { x, y, width, height } of mask.blocks) {
    path.rect(x - around, y - around, width + 2 * around, height + 2 * around);
  }
  return path;
}

/**
 * Size of a text in logical pixels, without an outline.
 * @param {string} text
 * @param {number} [size]
 * @returns {{width: number, height: number}}
 */
export function measure(text, size = 8) {
  const { width, height } = textOf(text, size).mask;
  return { width, height };
}

/**
 * Draws one line of text.
 * @param {CanvasRenderingContext2D} context
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {TextStyle} [style]
 */
export function drawText(context, text, x, y, style = {}) {
  if (text === "") return;
  const { size = 8, colour = "#fff", align = "left", baseline = "top", outline } = style;
  const pixels = textOf(text, size);
  const { mask } = pixels;
  const left = { left: 0, center: mask.width / 2, right: mask.width }[align];
  const top = { top: 0, middle: mask.ascent / 2, bottom: mask.height }[baseline];
  context.save();
  context.translate(Math.round(x - left), Math.round(y - top));
  if (outline) {
    context.fillStyle = outline;
    context.fill((pixels.outlined ??= pathOf(mask, 1)));
  }
  context.fillStyle = colour;
  context.fill((pixels.letters ??= pathOf(mask, 0)));
  context.restore();
}

/**
 * Breaks a text into lines that are no wider than `width`: between words, and
 * between Chinese characters.
 * @param {string} text
 * @param {number} size
 * @param {number} width
 * @returns {string[]}
 */
export function wrapText(text, size, width) {
  /** @type {string[]} */
  const lines = [];
  let line = "";
  for (const piece of text.match(/\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g) ?? []) {
    if (line !== "" && measure(line + piece.trimEnd(), size).width > width) {
      lines.push(line.trimEnd());
      line = piece.trimStart();
    } else {
      line += piece;
    }
  }
  if (line.trim() !== "") lines.push(line.trimEnd());
  return lines;
}

/**
 * The scale nearest to `scale` at which a logical pixel is a whole number of
 * device pixels.
 * @param {number} scale
 */
export function sharpScale(scale) {
  const ratio = window.devicePixelRatio || 1;
  return Math.max(1, Math.round(scale * ratio)) / ratio;
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * A text as an element, for headings and captions. It is hidden from screen
 * readers; the element around it carries the text. SVG, because a page has many
 * of them and canvases are much slower to create.
 * @param {string} text
 * @param {{size?: number, colour?: string, scale?: number}} [style]
 * @returns {SVGSVGElement}
 */
export function letterDrawing(text, style = {}) {
  const { size = 8, colour = "#fff", scale = 2 } = style;
  const { blocks, width, height } = textOf(text, size).mask;
  const factor = sharpScale(scale);
  const drawing = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", blocks.map((one) => `M${one.x} ${one.y}h${one.width}v${one.height}h${-one.width}z`).join(""));
  path.setAttribute("fill", colour);
  drawing.append(path);
  drawing.setAttribute("class", "lettering");
  drawing.setAttribute("aria-hidden", "true");
  drawing.setAttribute("shape-rendering", "crispEdges");
  drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  drawing.style.width = `${width * factor}px`;
  drawing.style.height = `${height * factor}px`;
  return drawing;
}
