/**
 * Numbers beside the rows and columns of a map, which scroll with it: short labels as they
 * are, or the number of the row or column.
 *
 * @module
 */

import { el, fill } from "../../core/dom.js";

/** Longer labels are replaced by their numbers. */
const SHORT = 4;

/** CSS pixels at the end of an axis that would cut off a number. */
const EDGE = 12;

/** Steps between numbers. */
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500];

/** CSS pixels between the numbers of columns and of rows. */
const APART = { columns: 44, rows: 26 };

/**
 * @param {HTMLElement} scroller the frame that scrolls the map
 */
export function createAxes(scroller) {
  const columns = el("div", { class: "map-columns", "aria-hidden": "true" });
  const rows = el("div", { class: "map-rows", "aria-hidden": "true" });
  const element = el("div", { class: "map-axes" }, columns, rows, scroller);

  function follow() {
    place(columns, scroller.scrollLeft, scroller.clientWidth);
    place(rows, scroller.scrollTop, scroller.clientHeight);
  }
  scroller.addEventListener("scroll", follow, { passive: true });
  new ResizeObserver(follow).observe(scroller);

  /** Shows the numbers of what is in sight. @param {HTMLElement} axis @param {number} scrolled @param {number} room */
  function place(axis, scrolled, room) {
    axis.style.setProperty("--scrolled", `${-scrolled}px`);
    for (const tick of axis.children) {
      const at = parseFloat(/** @type {HTMLElement} */ (tick).style.getPropertyValue("--at")) - scrolled;
      /** @type {HTMLElement} */ (tick).hidden = at < 0 || at > room - EDGE;
    }
  }

  /** @param {HTMLElement} axis @param {readonly string[]} labels @param {number} factor @param {number} apart */
  function number(axis, labels, factor, apart) {
    const isShort = labels.every((label) => label.length <= SHORT);
    const step = STEPS.find((one) => one * factor >= apart) ?? 1000;
    const ticks = [];
    for (let at = isShort ? 0 : step - 1; at < labels.length; at += step) {
      const tick = el("span", {}, isShort ? labels[at] : String(at + 1));
      tick.style.setProperty("--at", `${(at + 0.5) * factor}px`);
      ticks.push(tick);
    }
    fill(axis, ticks);
  }

  return {
    element,
    /** @param {import("../../types.js").MapAxes} axes @param {number} factor */
    show(axes, factor) {
      number(columns, axes.columns, factor, APART.columns);
      number(rows, axes.rows, factor, APART.rows);
      follow();
    },
  };
}
