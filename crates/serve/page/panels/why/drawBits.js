/**
 * Draws numbers in binary as lit or dark squares.
 *
 * @module
 */

import { el } from "../../core/dom.js";

/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./blocks.js").BitRow} BitRow */
/** @typedef {import("./blocks.js").BitTable} BitTable */

/** Maximum number of columns with space for the words odd and even. */
const WORDED = 4;
/** Maximum number of columns with space for large squares. */
const NAMED = 8;

/** @param {BitTable} table @param {Translate} t */
export function drawBits(table, t) {
  const { heads, rows, more, ones, sum, after } = table;
  const sumRow = { label: t("why.bits.sum"), value: sum, bits: ones.map((n) => n % 2 === 1) };
  const content = el(
    "table",
    { class: heads.length > NAMED ? "why-bits wide" : "why-bits" },
    el("caption", { class: "unseen" }, t("why.bits.caption")),
    el(
      "thead",
      {},
      el("tr", {}, el("td"), heads.map((head, i) => el("th", { scope: "col" }, head, head === "" && unseen(`2^${heads.length - 1 - i}`))), el("th", { scope: "col" }, unseen(t("why.bits.value")))),
    ),
    el(
      "tbody",
      {},
      rows.map((row) => bitRow(row)),
      more > 0 && el("tr", {}, el("td", { colspan: heads.length + 2 }, t("why.more", { count: more }))),
    ),
    el("tbody", { class: "why-sum" }, onesRow(ones, t), bitRow(sumRow)),
    after &&
      el(
        "tbody",
        { class: "why-after" },
        el("tr", {}, el("th", { scope: "rowgroup", colspan: heads.length + 2 }, after.label)),
        bitRow(after.row),
        onesRow(after.ones, t),
      ),
  );
  const isWide = heads.length > WORDED;
  return el("div", { class: "why-scroll", ...(isWide ? { tabindex: 0, role: "region", "data-own-keys": true, "aria-label": t("why.bits.caption") } : {}) }, content);
}

/** @param {BitRow} row */
function bitRow({ label, value, bits, flipped }) {
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, label),
    bits.map((bit, i) => {
      const kind = `why-bit${bit ? " lit" : ""}${flipped?.[i] ? " flipped" : ""}`;
      return el("td", {}, el("span", { class: kind }, bit ? "1" : "0"));
    }),
    el("td", { class: "why-value" }, String(value)),
  );
}

/** The number of lit squares in each column. @param {number[]} ones @param {Translate} t */
function onesRow(ones, t) {
  const wordClass = ones.length > WORDED ? "unseen" : "why-parity";
  return el(
    "tr",
    { class: "why-ones" },
    el("th", { scope: "row" }, t("why.bits.ones")),
    ones.map((n) => {
      const parity = n % 2 === 1 ? "odd" : "even";
      return el("td", { class: parity }, String(n), el("span", { class: wordClass }, ` ${t(`why.bits.${parity}`)}`));
    }),
    el("td"),
  );
}

/** @param {string} text */
const unseen = (text) => el("span", { class: "unseen" }, text);
