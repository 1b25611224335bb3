/**
 * Text as full and empty pixels.
 *
 * Letters have drawings of their own. For what has none, above all Chinese
 * characters, the system's font draws on a hidden canvas, and each pixel is
 * made full or empty by how much of it is covered.
 *
 * @module
 */

import { GLYPH_ASCENT, GLYPH_ROWS, glyphOf } from "./glyphs.js";

/** White on nothing; `ascent` rows are above the line. @typedef {{canvas: HTMLCanvasElement, width: number, height: number, ascent: number}} Mask */

/** A piece of a text that is drawn in one way. @typedef {{text: string, isDrawn: boolean}} Run */

/** The least size at which Chinese characters can be read. */
const LEAST_SYSTEM = 12;
/** How much of a pixel must be covered to fill it, of 255. */
const COVER = 100;

/**
 * A canvas that is not on the page.
 * @param {number} width
 * @param {number} height
 */
export function blankCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  return canvas;
}

/** What draws on a canvas whose pixels are also read. @param {HTMLCanvasElement} canvas */
export function pen(canvas) {
  return /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
}

/**
 * @param {string} text
 * @returns {Run[]}
 */
function runsOf(text) {
  /** @type {Run[]} */
  const runs = [];
  for (const character of text) {
    const isDrawn = glyphOf(character) !== undefined;
    const last = runs.at(-1);
    if (last?.isDrawn === isDrawn) last.text += character;
    else runs.push({ text: character, isDrawn });
  }
  return runs;
}

/**
 * @param {string} text
 * @param {number} scale
 * @returns {Mask}
 */
function drawnMask(text, scale) {
  const glyphs = [...text].flatMap((character) => glyphOf(character) ?? []);
  const width = glyphs.reduce((sum, glyph) => sum + glyph.width + 1, 0) * scale;
  const canvas = blankCanvas(width, GLYPH_ROWS * scale);
  const context = pen(canvas);
  context.fillStyle = "#fff";
  let left = 0;
  for (const glyph of glyphs) {
    glyph.rows.forEach((row, down) => {
      [...row].forEach((dot, across) => {
        if (dot === "#") context.fillRect((left + across) * scale, down * scale, scale, scale);
      });
    });
    left += glyph.width + 1;
  }
  return { canvas, width, height: canvas.height, ascent: GLYPH_ASCENT * scale };
}

/**
 * @param {string} text
 * @param {number} size
 * @returns {Mask}
 */
function systemMask(text, size) {
  const font = `${Math.max(size, LEAST_SYSTEM)}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif`;
  const probe = pen(blankCanvas(1, 1));
  probe.font = font;
  const metrics = probe.measureText(text);
  const ascent = Math.ceil(Math.max(metrics.actualBoundingBoxAscent, probe.measureText("国").actualBoundingBoxAscent));
  const descent = Math.ceil(Math.max(metrics.actualBoundingBoxDescent, probe.measureText("国").actualBoundingBoxDescent));
  const canvas = blankCanvas(Math.ceil(metrics.width) + 1, ascent + descent);
  const context = pen(canvas);
  context.font = font;
  context.fillStyle = "#fff";
  context.fillText(text, 0, ascent);
  const image = context.getImageData(0, 0, canvas.width, canvas.height);
  for (let index = 3; index < image.data.length; index += 4) {
    image.data[index] = image.data[index] >= COVER ? 255 : 0;
  }
  context.putImageData(image, 0, 0);
  return { canvas, width: canvas.width, height: canvas.height, ascent };
}

/**
 * Draws a line of text in white.
 * @param {string} text
 * @param {number} size
 * @returns {Mask}
 */
export function drawMask(text, size) {
  const scale = Math.max(1, Math.floor(size / 8));
  const parts = runsOf(text).map((run) => (run.isDrawn ? drawnMask(run.text, scale) : systemMask(run.text, size)));
  const ascent = Math.max(GLYPH_ASCENT * scale, ...parts.map((part) => part.ascent));
  const descent = Math.max((GLYPH_ROWS - GLYPH_ASCENT) * scale, ...parts.map((part) => part.height - part.ascent));
  const width = parts.reduce((sum, part) => sum + part.width, 0) - (parts.at(-1) ? scale : 0);
  const canvas = blankCanvas(width, ascent + descent);
  const context = pen(canvas);
  let left = 0;
  for (const part of parts) {
    context.drawImage(part.canvas, left, ascent - part.ascent);
    left += part.width;
  }
  return { canvas, width: canvas.width, height: canvas.height, ascent };
}
