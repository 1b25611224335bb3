/**
 * Which boxes are shown, and where all parts of the scene are.
 *
 * @module
 */

import { measure } from "../../pixel/lettering.js";
import { belowHeight } from "../below.js";
import { bitTable } from "../bits.js";
import { PAGER, pageOf } from "../pager.js";
import { worthHeight } from "../worth.js";
import { boxWidth, LARGE, SMALL } from "./draw.js";
import { layOutStairs } from "./layout.js";
import { factsOf, levelsOf } from "./stairs.js";

/** The boxes chosen so far, and which page of the boxes that fit is shown. @typedef {{from: number | null, to: number | null, page: number}} Choice */
/** @typedef {import("../choosing.js").View<Choice>} View */
/** @typedef {import("./draw.js").Heights} Heights */
/** @typedef {ReturnType<typeof arrange>} Arrangement */

/** So many boxes are drawn with large pixels. */
export const FEW = 10;
/** Most rows of the table of bits, below few boxes and below many. */
const MOST_BITS = { few: 8, many: 4 };
/** Most boxes on a page, and so few are always on one. */
const MOST = 120;
const LEAST = 7;
/** The widest cell of a box, where there is room. */
const WIDEST = 34;

/**
 * The boxes to show: all, or where they do not fit on a page and one is chosen
 * only that one and those its cards may go to.
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

/** The bits of the odd boxes; null where they are not to be seen. @param {View} view */
function tableOf({ picture, host }) {
  const { counts, steps } = factsOf(picture.answer);
  if (!picture.marks || !steps) return null;
  /** @type {number[]} */
  const odd = picture.answer.why?.["odd"] ?? [];
  const heaps = odd.map((box) => ({ label: String(box), count: counts[box - 1] ?? 0n }));
  return bitTable(heaps, host.t("boxes.nimSum"), counts.length > FEW ? MOST_BITS.many : MOST_BITS.few);
}

/**
 * @param {View} view
 * @param {import("../amount.js").Option[]} options the amounts to choose from
 * @param {(most: number) => number} pageFor the page to show where so many boxes are on each
 */
export function arrange(view, options, pageFor) {
  const { picture, room, choice, host } = view;
  const { counts, steps } = factsOf(picture.answer);
  const table = tableOf(view);
  const below = belowHeight(view, table, options);
  const height = Math.max(100, room.height - below - PAGER);

  /** What a step says: which side it is, and where there is room how far from a sink. @param {import("./stairs.js").Level} level @param {number} width */
  const label = (level, width) => {
    if (level.side === "none" || picture.editing) return "";
    const long = host.t(`boxes.${level.side}Steps`, { count: level.steps });
    return measure(long).width <= width ? long : host.t(`boxes.${level.side}`);
  };

  /** @param {number} most @param {Heights} heights */
  const attempt = (most, heights) => {
    const part = pageOf(listed(view, counts.length > most), choice.from === null ? pageFor(most) : choice.page, most);
    const least = boxWidth(part.shown.map((box) => counts[box - 1] ?? 0n)) + 4;
    const cell = Math.max(least, Math.min(WIDEST, Math.floor((room.width - 14) / Math.max(1, part.shown.length))));
    const mark = picture.marks && !picture.editing ? worthHeight(picture.answer.moves, cell) + 1 : 2;
    const sizes = { width: room.width, cell, above: mark + heights.cards + heights.box + 1, below: steps ? heights.below : 16 };
    const stairs = layOutStairs(levelsOf(part.shown, steps), sizes, label, (text) => measure(text).width);
    return { part, cell, mark, stairs, heights };
  };

  let most = Math.min(MOST, Math.max(1, counts.length));
  let tried = attempt(most, LARGE);
  while (tried.stairs.height > height + (tried.part.pages === 1 ? PAGER : 0) && most > LEAST) {
    if (tried.heights === SMALL) most = Math.max(LEAST, Math.floor(most * 0.9));
    tried = attempt(most, SMALL);
  }
  const pager = tried.part.pages > 1 ? PAGER : 0;
  const under = Math.max(20, tried.stairs.height) + pager;
  return { ...tried, table, under, width: room.width, height: under + below };
}
