/**
 * The area below boxes and piles: last move, prompt, and the amounts to choose from.
 *
 * @module
 */

import { drawText, wrapText } from "../pixel/lettering.js";
import { fill } from "../pixel/sprites.js";
import { buttonsHeight, drawButtons, optionsWithButton } from "./amount.js";

/** @typedef {import("./amount.js").Option} Option */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */

/** Height of a line of text. */
const LINE = 14;
/** Height of a row of buttons; with marks below them. */
const BUTTONS = 25;
const MARKED_BUTTONS = 45;

/**
 * The height of the area; mostly the same at every stage of a selection, so
 * that nothing jumps.
 * @param {import("./choosing.js").View<any>} view
 * @param {readonly Option[]} options
 */
export function belowHeight({ picture: { marks, editing }, room }, options) {
  const usual = marks && !editing ? MARKED_BUTTONS : BUTTONS;
  const buttons = buttonsHeight(optionsWithButton(options, room.width, marks), room.width, marks);
  return 4 + LINE * 2 + Math.max(usual, buttons) + 2;
}

/**
 * @param {import("./choosing.js").View<any>} view
 * @param {object} parts
 * @param {number} parts.top
 * @param {string} parts.prompt
 * @param {boolean} parts.isBegun whether a selection has begun: then the last move is not shown
 * @param {Option[]} parts.options
 * @returns {Hotspot[]}
 */
export function drawBelow(view, { top, prompt, isBegun, options }) {
  const { stage, picture, host } = view;
  const palette = host.palette();
  fill(stage.context, 0, top + 2, stage.width, 1, palette.slate);
  const asked = wrapText(prompt, 8, stage.width - 6).map((text) => ({ text, colour: palette.white }));
  const { last, names } = picture;
  const made = last && !isBegun ? [{ text: `${names[last.seat]}: ${last.move}`, colour: palette.yellow }] : [];
  const lines = [...made, ...asked].slice(asked.length > 1 ? -2 : 0);
  const shift = lines.length > 1 ? 5 : 11;
  lines.forEach(({ text, colour }, at) => {
    drawText(stage.context, text, stage.width / 2, top + shift + at * LINE, { colour, align: "center" });
  });
  if (options.length === 0) return [];
  return drawButtons(view, optionsWithButton(options, stage.width, picture.marks), top + 4 + LINE * 2);
}
