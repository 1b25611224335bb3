/**
 * The last part of a choice: how many. A row of buttons on the stage, and a
 * field for numbers where there are more than a row holds.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { drawText, measure } from "../pixel/lettering.js";
import { drawHighlight, drawPanel } from "../pixel/sprites.js";
import { drawWorth, worthHeight, worthWords } from "./worth.js";
import { outcomeSign } from "../pixel/palette.js";

/** @typedef {import("../types.js").Move} Move */
/** @typedef {import("../types.js").SceneHost} SceneHost */
/** @typedef {import("../pixel/spots.js").Hotspot} Hotspot */

/**
 * A number that can be chosen, and the move that it makes.
 * @typedef {object} Option
 * @property {string} id of its button
 * @property {bigint} amount
 * @property {string} text on the button
 * @property {string} label in words
 * @property {Move} move
 */

/** Side of a button: 40 CSS pixels or more. */
const BUTTON = 20;

/** How many buttons a row holds. @param {readonly Option[]} options @param {number} width */
function capacity(options, width) {
  return Math.max(2, Math.floor(width / (cellOf(options) + 2)));
}

/** @param {readonly Option[]} options */
function cellOf(options) {
  const longest = options.reduce((so_far, { text }) => (text.length > so_far.length ? text : so_far), "");
  return Math.max(BUTTON, measure(longest).width + 7);
}

/** Whether all options fit in a row of buttons. @param {readonly Option[]} options @param {number} width */
export function fitInRow(options, width) {
  return options.length <= capacity(options, width);
}

/**
 * The options that get a button, smallest first: all, or the best ones (as far
 * as values may be seen), the smallest ones and the largest.
 * @param {readonly Option[]} options best first
 * @param {number} width
 * @param {boolean} marks
 */
export function optionsInRow(options, width, marks) {
  const sorted = [...options].sort((one, other) => (one.amount < other.amount ? -1 : 1));
  const most = capacity(options, width);
  if (options.length <= most) return sorted;
  const best = marks ? options.slice(0, Math.floor(most / 2)) : [];
  const wanted = [...new Set([...best, ...sorted.slice(-1), ...sorted])];
  const kept = new Set(wanted.slice(0, most));
  return sorted.filter((option) => kept.has(option));
}

/** Height of the row. @param {readonly Option[]} options @param {boolean} marks */
export function rowHeight(options, marks) {
  return BUTTON + 2 + (marks ? worthHeight(options.map(({ move }) => move), cellOf(options)) : 0);
}

/**
 * Draws the row; returns its buttons.
 * @param {import("./choosing.js").View<any>} view
 * @param {readonly Option[]} row
 * @param {number} top
 * @returns {Hotspot[]}
 */
export function drawRow({ host, stage, picture, pointed, spot }, row, top) {
  const palette = host.palette();
  const cell = cellOf(row);
  const markHeight = rowHeight(row, picture.marks) - BUTTON - 2;
  const left = Math.floor((stage.width - row.length * (cell + 2) + 2) / 2);
  return row.map((option, at) => {
    const x = left + at * (cell + 2);
    const isPointed = pointed === option.id || picture.hovered === option.move.move;
    drawPanel(stage.context, x, top, cell, BUTTON, isPointed ? palette.blue : palette.slate, palette.black);
    if (isPointed) drawHighlight(stage.context, x, top, cell, BUTTON, palette, palette.cyan);
    drawText(stage.context, option.text, x + cell / 2 - 0.5, top + BUTTON / 2, { colour: palette.white, align: "center", baseline: "middle" });
    if (picture.marks) drawWorth(stage.context, x + cell / 2, top + BUTTON + 2, markHeight, option.move, palette);
    return spot({
      id: option.id,
      x,
      y: top,
      width: cell + 1,
      height: BUTTON + 2 + markHeight,
      label: picture.marks ? `${option.label}: ${worthWords(host.t, option.move)}` : option.label,
      moves: [option.move.move],
      onClick: () => host.play(option.move.move),
    });
  });
}

/**
 * A field for numbers below the stage, hidden until it is needed.
 * @param {SceneHost} host
 */
export function createField(host) {
  /** @type {Map<string, Option>} */
  let options = new Map();
  let marks = false;
  /** What the field was filled for; typing stays while that is the same. */
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
    button.dataset["spot"] = option?.id ?? "";
    const sign = option && marks ? ` ${outcomeSign(option.move.value)}` : "";
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
     * Shows the field for these options, the best of them filled in as far as
     * values may be seen.
     * @param {readonly Option[]} all best first
     * @param {import("./choosing.js").View<any>} view
     */
    show(all, { picture, choice }) {
      form.hidden = false;
      caption.textContent = host.t("choosing.field");
      marks = picture.marks;
      options = new Map(all.map((option) => [String(option.amount), option]));
      const key = `${picture.answer.position} ${JSON.stringify(choice)}`;
      if (key === filledFor) return;
      filledFor = key;
      input.value = String((marks ? all[0] : all.reduce(smaller))?.amount ?? "");
      update();
    },
    hide() {
      form.hidden = true;
      filledFor = "";
    },
    close: () => form.remove(),
  };
}

/** @param {Option} one @param {Option} other */
function smaller(one, other) {
  return one.amount < other.amount ? one : other;
}
