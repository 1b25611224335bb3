/**
 * Draws the table of *numbers*.
 *
 * @module
 */

import { drawText, measure, wrapText } from "../../pixel/lettering.js";
import { drawBorder, drawCard, drawHighlight, fill, shade } from "../../pixel/sprites.js";

/** @typedef {import("./layout.js").Place} Place */
/** @typedef {import("../../types.js").Palette} Palette */

/**
 * Appearance of a card.
 * @typedef {object} CardState
 * @property {boolean} isChosen
 * @property {boolean} isPointed
 * @property {boolean} isLast whether the last move changed it
 * @property {boolean} isDim
 */

/** Letter sizes for numbers on cards; the largest that fits is used. */
const SIZES = [28, 24, 20, 16, 13, 10];
/** Widths of a turning card; few, for a pixelated look. */
const TURNS = 5;

/**
 * A card with a large number; a zero is dimmed.
 * @param {CanvasRenderingContext2D} context
 * @param {Place} place
 * @param {number} card
 * @param {Palette} palette
 * @param {CardState} state
 * @param {number} [breadth] visible fraction of the width while it turns, 0 to 1
 */
export function drawNumber(context, place, card, palette, state, breadth = 1) {
  const lift = state.isChosen ? 3 : state.isPointed ? 1 : 0;
  const width = Math.max(3, Math.round(place.width * breadth));
  const x = place.x + Math.floor((place.width - width) / 2);
  const y = place.y - lift;
  const isSpent = card === 0;
  const paper = isSpent ? palette.slate : state.isDim ? palette.silver : palette.white;
  if (lift > 0) fill(context, x + 2, y + lift + 1, width, place.height, shade(palette.night, 0.5));
  drawCard(context, x, y, width, place.height, palette, { paper });
  if (width > place.width / 2) {
    const text = String(card);
    const size = SIZES.find((one) => fits(text, one, width - 4, place.height - 4)) ?? 10;
    const colour = isSpent ? palette.grey : palette.black;
    drawText(context, text, x + width / 2 + 0.5, y + place.height / 2 + 0.5, { size, colour, align: "center", baseline: "middle" });
  }
  if (isSpent) drawBorder(context, x + 2, y + 2, width - 4, place.height - 4, palette.night);
  if (state.isLast) drawHighlight(context, x, y, width, place.height, palette);
  if (state.isChosen) drawHighlight(context, x, y, width, place.height, palette, palette.cyan);
  else if (state.isPointed) drawBorder(context, x, y, width, place.height, palette.cyan, 2);
}

/**
 * @param {string} text
 * @param {number} size
 * @param {number} width
 * @param {number} height
 */
function fits(text, size, width, height) {
  const needed = measure(text, size);
  return needed.width <= width + 2 && needed.height <= height;
}

/**
 * The width of a turning card, and whether its new side is visible.
 * @param {number} progress
 */
export function turning(progress) {
  const whole = Math.abs(1 - 2 * progress);
  return { breadth: Math.ceil(whole * TURNS) / TURNS, isTurned: progress >= 0.5 };
}

/**
 * A player's name; the player to move has an arrow.
 * @param {CanvasRenderingContext2D} context
 * @param {string} name
 * @param {number} width
 * @param {number} top
 * @param {boolean} isMoving
 * @param {Palette} palette
 * @param {string} colour
 */
export function drawName(context, name, width, top, isMoving, palette, colour) {
  const text = isMoving ? `▶ ${name}` : name;
  drawText(context, text, width / 2, top + 1, { colour: isMoving ? colour : palette.grey, align: "center" });
}

/**
 * The prompt and the sum of the indicated move, between the hands.
 * @param {CanvasRenderingContext2D} context
 * @param {Place} place
 * @param {{sum: string, note: string, prompt: string}} words
 * @param {Palette} palette
 */
export function drawMiddle(context, place, words, palette) {
  fill(context, 0, place.y, place.width, place.height, palette.slate);
  fill(context, 0, place.y, place.width, 1, palette.black);
  fill(context, 0, place.y + place.height - 1, place.width, 1, palette.black);
  const lines = words.prompt === "" ? [] : wrapText(words.prompt, 8, place.width - 6);
  const sumHeight = words.sum === "" ? 0 : 18;
  const above = Math.max(2, Math.floor((place.height - sumHeight - lines.length * 13) / 2));
  if (words.sum !== "") {
    const sum = measure(words.sum, 16).width;
    const note = words.note === "" ? 0 : measure(words.note).width + 6;
    const isNoted = sum + note <= place.width - 4;
    const left = (place.width - sum - (isNoted ? note : 0)) / 2;
    drawText(context, words.sum, left, place.y + above, { size: 16, colour: palette.yellow });
    if (isNoted) drawText(context, words.note, left + sum + 6, place.y + above + 4, { colour: palette.silver });
  }
  lines.forEach((line, at) => {
    drawText(context, line, place.width / 2, place.y + above + sumHeight + at * 13 + 1, { colour: palette.white, align: "center" });
  });
}
