/**
 * The last part of a selection, a number: rows of buttons on the stage, and an
 * input field if there are more numbers than buttons.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { drawText, measure } from "../pixel/lettering.js";
import { drawHighlight, drawPanel } from "../pixel/sprites.js";
import { drawValue, valueHeight, valueWords } from "./value.js";
import { resultSign } from "../pixel/palette.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").SceneHost} SceneHost */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */

/**
 * A number that can be chosen, and its move.
 * @typedef {object} Option
 * @property {string} id of its button
 * @property {bigint} amount
 * @property {string} text on the button
 * @property {string} label label for screen readers
 * @property {Move} move
 */

/** Side of a button; at least 40 CSS pixels. */
const BUTTON = 20;

/** Maximum number of rows of buttons. */
const ROWS = 2;

/** @param {readonly Option[]} options */
function cellOf(options) {
  const longest = options.reduce((soFar, { text }) => (text.length > soFar.length ? text : soFar), "");
  return Math.max(BUTTON, measure(longest).width + 7);
}

/** The number of buttons per row. @param {readonly Option[]} options @param {number} width */
function perRow(options, width) {
  return Math.max(2, Math.floor(width / (cellOf(options) + 2)));
}

/**
 * The options that get a button, smallest first: all, or the best ones (unless
 * values are hidden), the smallest and the largest.
 * @param {readonly Option[]} options best first
 * @param {number} width
 * @param {boolean} marks
 */
export function optionsWithButton(options, width, marks) {
  const sorted = [...options].sort((one, other) => (one.amount < other.amount ? -1 : 1));
  const most = ROWS * perRow(options, width);
  if (options.length <= most) return sorted;
  const best = marks ? options.slice(0, Math.floor(most / 2)) : [];
  const wanted = [...new Set([...best, ...sorted.slice(-1), ...sorted])];
  const kept = new Set(wanted.slice(0, most));
  return sorted.filter((option) => kept.has(option));
}

/** @param {readonly Option[]} options @param {boolean} marks */
function rowHeight(options, marks) {
  return BUTTON + 2 + (marks ? valueHeight(options.map(({ move }) => move), cellOf(options)) : 0);
}

/**
 * The total height of the buttons.
 * @param {readonly Option[]} options those with a button
 * @param {number} width
 * @param {boolean} marks
 */
export function buttonsHeight(options, width, marks) {
  return Math.ceil(options.length / perRow(options, width)) * (rowHeight(options, marks) + 3);
}

/**
 * Draws the buttons and returns their hotspots.
 * @param {import("./choosing.js").View<any>} view
 * @param {readonly Option[]} options those with a button
 * @param {number} top
 * @returns {Hotspot[]}
 */
export function drawButtons({ host, stage, picture, pointed, spot }, options, top) {
  const palette = host.palette();
  const cell = cellOf(options);
  const height = rowHeight(options, picture.marks);
  const inRow = Math.min(options.length, perRow(options, stage.width));
  const left = Math.floor((stage.width - inRow * (cell + 2) + 2) / 2);
  return options.map((option, at) => {
    const x = left + (at % inRow) * (cell + 2);
    const y = top + Math.floor(at / inRow) * (height + 3);
    const isPointed = pointed === option.id || picture.hovered === option.move.move;
    drawPanel(stage.context, x, y, cell, BUTTON, isPointed ? palette.blue : palette.slate, palette.black);
    if (isPointed) drawHighlight(stage.context, x, y, cell, BUTTON, palette, palette.cyan);
    drawText(stage.context, option.text, x + cell / 2 - 0.5, y + BUTTON / 2, { colour: palette.white, align: "center", baseline: "middle" });
    if (picture.marks) drawValue(stage.context, x + cell / 2, y + BUTTON + 2, height - BUTTON - 2, option.move, palette);
    return spot({
      id: option.id,
      x,
      y,
      width: cell + 1,
      height,
      label: picture.marks ? `${option.label}: ${valueWords(host.t, option.move)}` : option.label,
      moves: [option.move.move],
      onClick: () => host.play(option.move.move),
    });
  });
}

/**
 * An input field for numbers below the stage, hidden until needed.
 * @param {SceneHost} host
 */
export function createField(host) {
  /** @type {Map<string, Option>} */
  let options = new Map();
  let marks = false;
  /**
   * What the field was filled for; typed text is kept while that is unchanged.
   */
  let filledFor = "";
  const input = el("input", { type: "text", inputmode: "numeric", size: "8", oninput: update });
  const caption = el("span");
  const button = el("button", { type: "submit", class: "button" });
  const form = el("form", { class: "row", hidden: true, onsubmit: submit }, el("label", {}, caption, " ", input), button);
  form.style.justifyContent = "center";
  form.style.marginTop = "8px";
  for (const part of [input, button]) part.style.minHeight = "40px";
  host.element.append(form);

  function chosen() {
    return options.get(input.value.trim().replace(/^0+(?=\d)/, "")) ?? null;
  }

  function update() {
    const option = chosen();
    button.disabled = option === null;
    const sign = option && marks ? ` ${resultSign(option.move.value)}` : "";
    button.textContent = option ? `${option.label}${sign}` : host.t("choosing.unknown");
    host.preview(option ? [option.move.move] : []);
  }

  /** @param {Event} event */
  function submit(event) {
    event.preventDefault();
    const option = chosen();
    if (option) host.play(option.move.move);
  }

  return {
    /**
     * Shows the field if not all options have a button, prefilled with the best
     * unless values are hidden.
     * @param {readonly Option[]} all best first
     * @param {import("./choosing.js").View<any>} view
     */
    show(all, { picture, choice, room }) {
      form.hidden = optionsWithButton(all, room.width, picture.marks).length === all.length;
      if (form.hidden) {
        filledFor = "";
        return;
      }
      caption.textContent = host.t("choosing.field");
      marks = picture.marks;
      options = new Map(all.map((option) => [String(option.amount), option]));
      const key = `${picture.answer.position} ${JSON.stringify(choice)}`;
      if (key === filledFor) return;
      filledFor = key;
      input.value = String((marks ? all[0] : all.reduce(smaller))?.amount ?? "");
      update();
    },
    close: () => form.remove(),
  };
}

/** @param {Option} one @param {Option} other */
function smaller(one, other) {
  return one.amount < other.amount ? one : other;
}
