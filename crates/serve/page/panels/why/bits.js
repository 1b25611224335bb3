/**
 * Numbers in binary, one below the other, as in Bouton's analysis of Nim.
 *
 * @module
 */

import { abridge } from "./blocks.js";

/** @typedef {import("./blocks.js").BitRow} BitRow */
/** @typedef {import("./blocks.js").BitTable} BitTable */

/** Maximum number of rows shown; the columns count all. */
const ROWS = 12;
/** Maximum number of columns with a heading; more leave no space for it. */
const NAMED = 8;

/** @param {number} value @param {number} width highest digit first */
export function digits(value, width) {
  // Not by shifts, which are limited to 32 bits.
  return Array.from({ length: width }, (_, i) => Math.floor(value / 2 ** (width - 1 - i)) % 2 === 1);
}

/** @param {boolean[][]} rows @param {number} width */
function count(rows, width) {
  return Array.from({ length: width }, (_, i) => rows.filter((row) => row[i]).length);
}

/** @param {number[]} ones */
function sumOf(ones) {
  return ones.reduce((sum, n) => sum * 2 + (n % 2), 0);
}

/**
 * @param {{label: string, value: number}[]} numbers
 * @param {{index: number, after: number, label: string} | null} change the change of one of them by a move
 * @returns {BitTable}
 */
export function bitTable(numbers, change) {
  const largest = Math.max(1, change?.after ?? 0, ...numbers.map((one) => one.value));
  const width = largest.toString(2).length;
  const all = numbers.map((one) => digits(one.value, width));
  const ones = count(all, width);
  const rows = numbers.map((one, i) => ({ ...one, bits: /** @type {boolean[]} */ (all[i]) }));
  const { shown, more } = shownRows(rows, change?.index ?? 0);
  const heads = ones.map((_, i) => (width <= NAMED ? String(2 ** (width - 1 - i)) : ""));
  return { heads, rows: shown, more, ones, sum: sumOf(ones), after: afterOf(rows, all, change) };
}

/** The first rows, and the changed one if it comes later. @param {BitRow[]} rows @param {number} changed */
function shownRows(rows, changed) {
  const { shown, more } = abridge(rows, ROWS);
  const row = rows[changed];
  if (row && changed >= shown.length) shown[shown.length - 1] = row;
  return { shown, more };
}

/**
 * @param {BitRow[]} rows
 * @param {boolean[][]} all
 * @param {{index: number, after: number, label: string} | null} change
 * @returns {BitTable["after"]}
 */
function afterOf(rows, all, change) {
  const before = change && rows[change.index];
  if (!change || !before) return null;
  const width = before.bits.length;
  const bits = digits(change.after, width);
  const flipped = bits.map((bit, i) => bit !== before.bits[i]);
  const row = { label: before.label, value: change.after, bits, flipped };
  const then = all.map((old, i) => (i === change.index ? bits : old));
  return { label: change.label, row, ones: count(then, width) };
}
