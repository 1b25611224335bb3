/**
 * Rasterises text into set and unset pixels.
 *
 * Most letters have glyphs. Other characters, mainly Chinese, are drawn by the
 * system font on an off-screen canvas and thresholded by coverage.
 *
 * @module
 */

import { GLYPH_ASCENT, GLYPH_ROWS, glyphOf } from "./glyphs.js";

/** A rectangle of set pixels. @typedef {{x: number, y: number, width: number, height: number}} Block */
/** The set pixels of a text; `ascent` rows are above the baseline. @typedef {{blocks: Block[], width: number, height: number, ascent: number}} Mask */
/** A run of text drawn by one method. @typedef {{text: string, isDrawn: boolean}} Run */

/** The smallest legible size of Chinese characters. */
const MIN_SYSTEM_SIZE = 12;
/** Coverage from which a pixel is set, of 255. */
const COVER = 100;

/**
 * An off-screen canvas.
 * @param {number} width
 * @param {number} height
 */
export function blankCanvas(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, width);
  canvas.height = Math.max(1, height);
  return canvas;
}

/** A 2D context for a canvas whose pixels are read back. @param {HTMLCanvasElement} canvas */
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
  /** @type {Block[]} */
  const blocks = [];
  let left = 0;
  for (const character of text) {
    const glyph = glyphOf(character);
    if (!glyph) continue;
    for (const { x, y, width } of glyph.strokes) {
      blocks.push({ x: (left + x) * scale, y: y * scale, width: width * scale, height: scale });
    }
    left += glyph.width + 1;
  }
  return { blocks, width: left * scale, height: GLYPH_ROWS * scale, ascent: GLYPH_ASCENT * scale };
}

/** The canvas for the system font, created on first use. @type {CanvasRenderingContext2D | undefined} */
let hidden;

/**
 * @param {string} text
 * @param {number} size
 * @returns {Mask}
 */
function systemMask(text, size) {
  const font = `${Math.max(size, MIN_SYSTEM_SIZE)}px "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "WenQuanYi Micro Hei", sans-serif`;
  const context = (hidden ??= pen(blankCanvas(1, 1)));
  context.font = font;
  const metrics = context.measureText(text);
  const usual = context.measureText("国");
  const ascent = Math.ceil(Math.max(metrics.actualBoundingBoxAscent, usual.actualBoundingBoxAscent));
  const descent = Math.ceil(Math.max(metrics.actualBoundingBoxDescent, usual.actualBoundingBoxDescent));
  const width = Math.ceil(metrics.width) + 1;
  const height = ascent + descent;
  // Resizing clears the canvas and resets the font.
  Object.assign(context.canvas, { width, height });
  context.font = font;
  context.fillStyle = "#fff";
  context.fillText(text, 0, ascent);
  return { blocks: coveredBlocks(context.getImageData(0, 0, width, height)), width, height, ascent };
}

/** The covered pixels, row by row. @param {ImageData} image @returns {Block[]} */
function coveredBlocks({ data, width, height }) {
  /** @type {Block[]} */
  const blocks = [];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = x;
      while (x < width && (data[4 * (y * width + x) + 3] ?? 0) >= COVER) x += 1;
      if (x > from) blocks.push({ x: from, y, width: x - from, height: 1 });
    }
  }
  return blocks;
}

/**
 * The set pixels of a line of text.
 * @param {string} text
 * @param {number} size
 * @returns {Mask}
 */
export function maskOf(text, size) {
  const scale = Math.max(1, Math.floor(size / 8));
  const parts = runsOf(text).map((run) => (run.isDrawn ? drawnMask(run.text, scale) : systemMask(run.text, size)));
  const ascent = Math.max(GLYPH_ASCENT * scale, ...parts.map((part) => part.ascent));
  const descent = Math.max((GLYPH_ROWS - GLYPH_ASCENT) * scale, ...parts.map((part) => part.height - part.ascent));
  /** @type {Block[]} */
  const blocks = [];
  let left = 0;
  for (const part of parts) {
    for (const block of part.blocks) blocks.push({ ...block, x: left + block.x, y: ascent - part.ascent + block.y });
    left += part.width;
  }
  // The last character needs no spacing after it.
  return { blocks, width: Math.max(1, left - scale), height: ascent + descent, ascent };
}
