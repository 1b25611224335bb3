/**
 * Pixel lettering: hard edges, no smoothing, the same for every script.
 *
 * A text is made of pixels once and then kept. Chinese characters need more
 * pixels than letters, so they are drawn larger where the size asked for is
 * too small; `measure` says how large a text became.
 *
 * @module
 */

import { blankCanvas, drawMask, pen } from "./mask.js";

/**
 * @typedef {object} TextStyle
 * @property {number} [size] 8 unless told: capitals are seven pixels high; 16, 24 … enlarge the letters' pixels
 * @property {string} [colour] white unless told
 * @property {"left" | "center" | "right"} [align] where `x` is, left unless told
 * @property {"top" | "middle" | "bottom"} [baseline] where `y` is, top unless told; the middle is that of capitals
 * @property {string} [outline] colour of a line one pixel wide around the letters
 */

/** @typedef {import("./mask.js").Mask} Mask */

/** Texts that are kept; the oldest is dropped when there are more. */
const KEPT = 800;

/** @type {Map<string, Mask>} */
const masks = new Map();
/** @type {Map<string, HTMLCanvasElement>} */
const tinted = new Map();

/**
 * @template T
 * @param {Map<string, T>} kept
 * @param {string} key
 * @param {() => T} make
 * @returns {T}
 */
function keep(kept, key, make) {
  const found = kept.get(key);
  if (found !== undefined) return found;
  const made = make();
  if (kept.size >= KEPT) kept.delete(/** @type {string} */ (kept.keys().next().value));
  kept.set(key, made);
  return made;
}

/**
 * @param {string} text
 * @param {number} size
 */
function maskOf(text, size) {
  return keep(masks, `${size} ${text}`, () => drawMask(text, size));
}

/**
 * @param {string} text
 * @param {number} size
 * @param {string} colour
 * @param {string | undefined} outline
 */
function tint(text, size, colour, outline) {
  return keep(tinted, `${size} ${colour} ${outline} ${text}`, () => {
    const mask = maskOf(text, size);
    const letters = filled(mask, colour);
    if (!outline) return letters;
    const border = filled(mask, outline);
    const canvas = blankCanvas(mask.width + 2, mask.height + 2);
    const context = pen(canvas);
    for (const [x, y] of [[0, 0], [1, 0], [2, 0], [0, 1], [2, 1], [0, 2], [1, 2], [2, 2]]) {
      context.drawImage(border, x, y);
    }
    context.drawImage(letters, 1, 1);
    return canvas;
  });
}

/**
 * @param {Mask} mask
 * @param {string} colour
 */
function filled(mask, colour) {
  const canvas = blankCanvas(mask.width, mask.height);
  const context = pen(canvas);
  context.drawImage(mask.canvas, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/**
 * How much room a text takes, in logical pixels, without an outline.
 * @param {string} text
 * @param {number} [size]
 * @returns {{width: number, height: number}}
 */
export function measure(text, size = 8) {
  const { width, height } = maskOf(text, size);
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
  const { width, height, ascent } = maskOf(text, size);
  const left = { left: 0, center: width / 2, right: width }[align];
  const top = { top: 0, middle: ascent / 2, bottom: height }[baseline];
  const around = outline ? 1 : 0;
  context.drawImage(
    tint(text, size, colour, outline),
    Math.round(x - left) - around,
    Math.round(y - top) - around,
  );
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
 * The enlargement nearest to `scale` at which a logical pixel is a whole
 * number of the screen's pixels.
 * @param {number} scale
 */
export function sharpScale(scale) {
  const ratio = window.devicePixelRatio || 1;
  return Math.max(1, Math.round(scale * ratio)) / ratio;
}

/**
 * A text as an element of the page, for headings and captions. It is hidden
 * from screen readers: the element around it says the text.
 * @param {string} text
 * @param {{size?: number, colour?: string, outline?: string, scale?: number}} [style]
 * @returns {HTMLCanvasElement}
 */
export function letterCanvas(text, style = {}) {
  const { size = 8, colour = "#fff", outline, scale = 2 } = style;
  const source = tint(text === "" ? " " : text, size, colour, outline);
  const canvas = blankCanvas(source.width, source.height);
  pen(canvas).drawImage(source, 0, 0);
  const factor = sharpScale(scale);
  canvas.className = "lettering";
  canvas.setAttribute("aria-hidden", "true");
  canvas.style.width = `${source.width * factor}px`;
  canvas.style.height = `${source.height * factor}px`;
  return canvas;
}
