/**
 * Draws sequences of moves: a line, a ring, a timeline.
 *
 * @module
 */

import { el } from "../../core/dom.js";

/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./blocks.js").Beat} Beat */
/** @typedef {import("./blocks.js").Step} Step */
/** @typedef {import("./links.js").Links} Links */

/** Maximum number of steps of a ring; longer cycles are drawn as a line. */
const RING = 8;

/** @param {Links} links @param {Step} step */
function stepItem(links, { link, who }) {
  return el("li", { class: `seat${who.seat}` }, el("span", { class: "why-who" }, who.name), links.button(link));
}

/** @param {Links} links @param {Step[]} steps @param {number} more @param {Translate} t */
export function drawLine(links, steps, more, t) {
  return el("ol", { class: "why-line" }, steps.map((step) => stepItem(links, step)), more > 0 && el("li", {}, t("why.more", { count: more })));
}

/** The steps of a cycle: along the top, and back along the bottom. @param {Links} links @param {Step[]} steps @param {Translate} t */
export function drawRing(links, steps, t) {
  if (steps.length > RING) {
    const list = drawLine(links, steps, 0, t);
    list.append(el("li", { "aria-hidden": "true" }, "↻"));
    return list;
  }
  const ring = el("ol", { class: "why-ring" });
  /** @param {HTMLElement} item @param {number} row @param {number} column both from 1 */
  const place = (item, row, column) => {
    item.style.gridRow = String(row);
    item.style.gridColumn = String(column);
    ring.append(item);
  };
  const columns = Math.ceil(steps.length / 2);
  steps.forEach((step, i) => {
    const isTop = i < columns;
    const isTurn = i === columns - 1 || i === steps.length - 1;
    const column = 2 * (isTop ? i : steps.length - 1 - i) + 1;
    place(stepItem(links, step), isTop ? 1 : 3, column);
    const sign = isTurn ? (isTop ? "↓" : "↑") : isTop ? "→" : "←";
    const arrow = el("li", { class: "why-turn", "aria-hidden": "true" }, steps.length === 1 ? "↻" : sign);
    if (isTurn) place(arrow, 2, column);
    else place(arrow, isTop ? 1 : 3, isTop ? column + 1 : column - 1);
  });
  return ring;
}

/** @param {Beat[]} beats @returns {string[]} names, Alice's first */
function inSeatOrder(beats) {
  return [...beats].sort((a, b) => a.who.seat - b.who.seat).map((beat) => beat.who.name);
}

/** The moves of the two players on separate lanes. @param {Links} links @param {Beat[]} beats @param {number} more @param {Translate} t */
export function drawLanes(links, beats, more, t) {
  const signs = { pass: "∅", forced: "!", plain: "" };
  return el(
    "ol",
    { class: "why-lanes" },
    el("li", { class: "why-names", "aria-hidden": "true" }, [...new Set(inSeatOrder(beats))].map((name, i) => el("span", { class: `why-who lane${i}` }, name))),
    beats.map(({ ply, link, who, mark }) =>
      el(
        "li",
        { class: `seat${who.seat} ${mark}` },
        el("span", { class: "why-ply" }, String(ply), signs[mark]),
        el("span", { class: "unseen" }, who.name),
        links.button(link),
      ),
    ),
    more > 0 && el("li", { class: "rest" }, t("why.more", { count: more })),
  );
}
