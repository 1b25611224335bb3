/**
 * Pictures to save: a low-resolution canvas as PNG, enlarged without smoothing, or as SVG,
 * and a card to share.
 *
 * @module
 */

import { drawText, measure, wrapText } from "../../pixel/lettering.js";

/** @typedef {import("../../types.js").Palette} Palette */

/** The size of a share card, as social networks show it, and CSS pixels of its logical pixel. */
const CARD = { width: 1200, height: 630, pixel: 4 };

/** The smallest width of a saved picture. */
const LEAST = 800;

/** @param {number} width @param {number} height */
function canvasOf(width, height) {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  context.imageSmoothingEnabled = false;
  return { canvas, context };
}

/** Each pixel as a square. @param {HTMLCanvasElement} picture */
export function enlarged(picture) {
  const factor = Math.max(1, Math.ceil(LEAST / picture.width));
  const { canvas, context } = canvasOf(picture.width * factor, picture.height * factor);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** @param {HTMLCanvasElement} canvas @returns {Promise<Blob | null>} */
export const pngOf = (canvas) => new Promise((resolve) => canvas.toBlob(resolve, "image/png"));

/** A path for each colour, of runs of pixels. @param {HTMLCanvasElement} picture */
export function svgOf(picture) {
  const { width, height } = picture;
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
  const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  /** @type {Map<number, string[]>} */
  const runs = new Map();
  for (let y = 0; y < height; y += 1) {
    for (let x = 0, from = 0; x < width; x = from) {
      const pixel = pixels[y * width + x];
      while (from < width && (from <= x || pixels[y * width + from] === pixel)) from += 1;
      const list = runs.get(pixel) ?? [];
      list.push(`M${x} ${y}h${from - x}v1h${x - from}z`);
      runs.set(pixel, list);
    }
  }
  const hex = (/** @type {number} */ part) => (part & 255).toString(16).padStart(2, "0");
  // Red is the lowest byte of a pixel; what is transparent is not drawn.
  const paths = [...runs].filter(([pixel]) => pixel >>> 24 > 0).map(([pixel, list]) => `<path fill="#${hex(pixel)}${hex(pixel >> 8)}${hex(pixel >> 16)}" d="${list.join("")}"/>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges">${paths.join("")}</svg>\n`;
}

/**
 * The board on the left; the game, who wins and the address on the right.
 *
 * @param {HTMLCanvasElement} board
 * @param {{title: string, headline: string, details: string, address: string}} texts
 * @param {Palette} palette
 */
export function cardOf(board, { title, headline, details, address }, palette) {
  const { canvas, context } = canvasOf(CARD.width, CARD.height);
  context.fillStyle = palette.night;
  context.fillRect(0, 0, CARD.width, CARD.height);
  const [across, down] = [CARD.width * 0.55, CARD.height - 60];
  const exact = Math.min(across / board.width, down / board.height);
  const factor = exact < 1 ? exact : Math.floor(exact);
  const [width, height] = [board.width * factor, board.height * factor];
  context.drawImage(board, 30 + (across - width) / 2, (CARD.height - height) / 2, width, height);
  context.scale(CARD.pixel, CARD.pixel);
  const left = Math.ceil((across + 60) / CARD.pixel);
  const room = CARD.width / CARD.pixel - left - 6;
  let y = 14;
  /** @type {[string, number, string][]} */
  const parts = [[title, 16, palette.yellow], [headline, 8, palette.white], [details, 8, palette.silver]];
  for (const [text, size, colour] of parts) {
    for (const line of wrapText(text, size, room)) {
      drawText(context, line, left, y, { size, colour });
      y += measure(line, size).height + 4;
    }
    y += 6;
  }
  drawText(context, address, left, CARD.height / CARD.pixel - 10, { size: 8, colour: palette.cyan, baseline: "bottom" });
  return canvas;
}

/** @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Saves a canvas. @param {HTMLCanvasElement} picture @param {string} name @param {"png" | "svg"} kind */
export async function saveAs(picture, name, kind) {
  const blob = kind === "svg" ? new Blob([svgOf(picture)], { type: "image/svg+xml" }) : await pngOf(enlarged(picture));
  if (blob) save(blob, `${name}.${kind}`);
}
