/**
 * Layout of heaps: heaps of a group side by side, groups in rows as wide as the
 * stage.
 *
 * @module
 */

import { measure } from "../../pixel/lettering.js";
import { HEADER } from "../header.js";

/** @typedef {import("../../types.js").Pile} Pile */
/** @typedef {{index: number, name: string, numbers: readonly number[], count: number, x: number, y: number, width: number, height: number}} Heap */
/** @typedef {{name: string, heaps: Heap[], x: number, y: number, width: number, height: number}} Group */
/** @typedef {{groups: Group[], height: number, unseen: number}} Layout */

/**
 * Counters in a column, and columns in a heap; larger heaps are shown as a
 * number.
 */
export const COLUMN = 12;
const COLUMNS = 5;
export const COUNTER = { width: 18, pitch: 5, height: 6 };
/** Height of a heap shown as a number. */
const CHEST = 30;
/** Space above a heap for its count, and below it for its name and its mark. */
const ABOVE = 18;
const BELOW = 31;
const GAP = 6;
/** More heaps than this are only counted. */
const MAX_HEAPS = 60;
const MIN_WIDTH = 30;

/** @param {number} count */
export function isDrawn(count) {
  return count <= COLUMN * COLUMNS;
}

/**
 * @param {Pile} pile
 * @param {number} index
 * @returns {Heap}
 */
function sizeOf({ name, stack }, index) {
  const numbers = "cards" in stack ? stack.cards : [];
  const count = "cards" in stack ? stack.cards.length : stack.count;
  const columns = Math.max(1, Math.ceil(count / COLUMN));
  const width = isDrawn(count) ? columns * COUNTER.width + (columns - 1) * 2 : measure(String(count)).width + 16;
  const height = isDrawn(count) ? Math.min(count, COLUMN) * COUNTER.pitch + 1 : CHEST;
  return { index, name, numbers, count, x: 0, y: 0, width: Math.max(MIN_WIDTH, width, measure(String(count)).width), height };
}

/**
 * Consecutive heaps that moves call by the same name.
 * @param {readonly Pile[]} piles
 * @returns {Group[]}
 */
function groupsOf(piles) {
  /** @type {Group[]} */
  const groups = [];
  piles.slice(0, MAX_HEAPS).forEach((pile, index) => {
    const heap = sizeOf(pile, index);
    const last = groups.at(-1);
    if (last && pile.name !== "" && last.name === pile.name) last.heaps.push(heap);
    else groups.push({ name: pile.name, heaps: [heap], x: 0, y: 0, width: 0, height: 0 });
  });
  return groups;
}

/**
 * @param {readonly Pile[]} piles
 * @param {number} width of the stage
 * @param {number} tallest the height of the tallest heap so far, so that rows do not shrink with the heaps
 * @returns {Layout}
 */
export function layOut(piles, width, tallest) {
  const groups = groupsOf(piles);
  /** @type {Group[][]} */
  const rows = [];
  let used = width;
  for (const group of groups) {
    group.width = group.heaps.reduce((sum, heap) => sum + heap.width + GAP, GAP);
    if (used + group.width > width) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(group);
    used += group.width + GAP;
  }
  const height = ABOVE + tallest + BELOW;
  rows.forEach((row, index) => {
    const total = row.reduce((sum, group) => sum + group.width + GAP, -GAP);
    let x = Math.max(0, Math.round((width - total) / 2));
    for (const group of row) {
      place(group, x, HEADER + index * (height + GAP), height);
      x += group.width + GAP;
    }
  });
  const unseen = Math.max(0, piles.length - MAX_HEAPS);
  return { groups, height: HEADER + rows.length * (height + GAP) + (unseen > 0 ? 16 : 0), unseen };
}

/**
 * @param {Group} group
 * @param {number} x
 * @param {number} y
 * @param {number} height
 */
function place(group, x, y, height) {
  Object.assign(group, { x, y, height });
  let left = x + GAP;
  for (const heap of group.heaps) {
    heap.x = left;
    heap.y = y + height - BELOW - heap.height;
    left += heap.width + GAP;
  }
}

/**
 * The height of the tallest heap.
 * @param {readonly Pile[]} piles
 */
export function tallestOf(piles) {
  return Math.max(CHEST, ...piles.slice(0, MAX_HEAPS).map((pile, index) => sizeOf(pile, index).height));
}
