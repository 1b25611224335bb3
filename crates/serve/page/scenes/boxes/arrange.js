/**
 * Which boxes are shown, and the layout of the scene.
 *
 * @module
 */

import { measure } from "../../pixel/lettering.js";
import { belowHeight } from "../below.js";
import { PAGER, pageOf } from "../pager.js";
import { valueHeight } from "../value.js";
import { boxWidth, LARGE, SMALL } from "./draw.js";
import { layOutStairs } from "./layout.js";
import { factsOf, levelsOf } from "./stairs.js";

/** The selected boxes, and the page shown of the matching boxes. @typedef {{from: number | null, to: number | null, page: number}} Choice */
/** @typedef {import("../choosing.js").View<Choice>} View */
/** @typedef {import("./draw.js").Heights} Heights */
/** @typedef {ReturnType<typeof arrange>} Arrangement */

/** Up to this many boxes are drawn with large pixels. */
export const FEW = 10;
/** Maximum number of boxes on a page, and a number that always fits on one. */
const MAX_BOXES = 120;
const MIN_BOXES = 7;
/** Maximum width of a box's cell. */
const MAX_CELL = 34;

/**
 * The boxes to show: all, or if they do not fit on a page and one is selected,
 * only that one and its targets.
 * @param {View} view
 * @param {boolean} isCut
 */
function listed({ picture, choice }, isCut) {
  const { counts, moves } = factsOf(picture.answer);
  const all = counts.map((_, at) => at + 1);
  if (!isCut || choice.from === null) return all;
  const targets = new Set(moves.flatMap(({ from, to }) => (from === choice.from ? [to] : [])));
  return all.filter((box) => box === choice.from || targets.has(box));
}

/**
 * @param {View} view
 * @param {import("../amount.js").Option[]} options the amounts to choose from
 * @param {(most: number) => number} pageFor the page to show, given the number of boxes per page
 */
export function arrange(view, options, pageFor) {
  const { picture, room, choice, host } = view;
  const { counts, steps } = factsOf(picture.answer);
  const below = belowHeight(view, options);
  const height = Math.max(100, room.height - below - PAGER);

  /** The label of a step: its parity and, if there is space, its distance from a sink. @param {import("./stairs.js").Level} level @param {number} width */
  const label = (level, width) => {
    if (level.side === "none" || picture.editing) return "";
    const long = host.t(`boxes.${level.side}Steps`, { count: level.steps });
    return measure(long).width <= width ? long : host.t(`boxes.${level.side}`);
  };

  /** @param {number} most @param {Heights} heights */
  const attempt = (most, heights) => {
    const part = pageOf(listed(view, counts.length > most), choice.from === null ? pageFor(most) : choice.page, most);
    const least = boxWidth(part.shown.map((box) => counts[box - 1] ?? 0n)) + 4;
    const cell = Math.max(least, Math.min(MAX_CELL, Math.floor((room.width - 14) / Math.max(1, part.shown.length))));
    const mark = picture.marks && !picture.editing ? valueHeight(picture.answer.moves, cell) + 1 : 2;
    const sizes = { width: room.width, cell, above: mark + heights.cards + heights.box + 1, below: steps ? heights.below : 16 };
    const stairs = layOutStairs(levelsOf(part.shown, steps), sizes, label, (text) => measure(text).width);
    return { part, cell, mark, stairs, heights };
  };

  let most = Math.min(MAX_BOXES, Math.max(1, counts.length));
  let tried = attempt(most, LARGE);
  while (tried.stairs.height > height + (tried.part.pages === 1 ? PAGER : 0) && most > MIN_BOXES) {
    if (tried.heights === SMALL) most = Math.max(MIN_BOXES, Math.floor(most * 0.9));
    tried = attempt(most, SMALL);
  }
  const pager = tried.part.pages > 1 ? PAGER : 0;
  const under = Math.max(20, tried.stairs.height) + pager;
  return { ...tried, under, width: room.width, height: under + below };
}
