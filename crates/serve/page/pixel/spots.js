/**
 * The buttons laid over a stage's canvas: one tab stop, the arrow keys lead from one to the
 * next.
 *
 * @module
 */

import { rove } from "../core/roving.js";

/**
 * A clickable area of a stage.
 * @typedef {object} Hotspot
 * @property {string} id unique on the stage; the button's `data-spot`
 * @property {number} x in logical pixels, like the others
 * @property {number} y
 * @property {number} width
 * @property {number} height
 * @property {string} label for screen readers
 * @property {"diamond"} [shape] a diamond inside the rectangle, instead of all of it
 * @property {boolean} [disabled]
 * @property {boolean} [pressed] state of a toggle button
 * @property {() => void} onClick
 * @property {() => void} [onEnter] pointer enter or focus
 * @property {() => void} [onLeave]
 */

/**
 * @typedef {object} Spots
 * @property {HTMLElement} element
 * @property {(list: Hotspot[], width: number, height: number) => void} show
 */

/** @returns {Spots} */
export function createSpots() {
  const element = document.createElement("div");
  element.className = "stage-spots";
  /** @type {Map<string, {button: HTMLButtonElement, spot: Hotspot}>} */
  const entries = new Map();
  const updateStops = rove(element, { isStop: (button) => !button.hasAttribute("aria-disabled") });

  /** @param {string} id */
  function create(id) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "stage-spot";
    button.dataset.spot = id;
    /** @param {"onEnter" | "onLeave"} name */
    const notify = (name) => () => entries.get(id)?.spot[name]?.();
    button.addEventListener("click", () => {
      const spot = entries.get(id)?.spot;
      if (spot && !spot.disabled) spot.onClick();
    });
    // Touch enters and clicks in one gesture: only pointers that hover count.
    button.addEventListener("pointerenter", (event) => {
      if (event.pointerType !== "touch") notify("onEnter")();
    });
    button.addEventListener("pointerleave", notify("onLeave"));
    button.addEventListener("focus", () => {
      if (button.matches(":focus-visible")) notify("onEnter")();
    });
    button.addEventListener("blur", notify("onLeave"));
    return button;
  }

  /**
   * @param {HTMLButtonElement} button
   * @param {Hotspot} spot
   * @param {number} width
   * @param {number} height
   */
  function place(button, spot, width, height) {
    button.style.left = `${(spot.x / width) * 100}%`;
    button.style.top = `${(spot.y / height) * 100}%`;
    button.style.width = `${(spot.width / width) * 100}%`;
    button.style.height = `${(spot.height / height) * 100}%`;
    button.classList.toggle("stage-diamond", spot.shape === "diamond");
    button.setAttribute("aria-label", spot.label);
    // Not `disabled`, which would drop the keyboard focus.
    if (spot.disabled) button.setAttribute("aria-disabled", "true");
    else button.removeAttribute("aria-disabled");
    if (spot.pressed === undefined) button.removeAttribute("aria-pressed");
    else button.setAttribute("aria-pressed", String(spot.pressed));
  }

  return {
    element,
    show(list, width, height) {
      const focused = /** @type {HTMLElement | null} */ (document.activeElement);
      const focusedIndex = [...element.children].indexOf(/** @type {Element} */ (focused));
      const wanted = new Set(list.map((spot) => spot.id));
      for (const [id, { button }] of entries) {
        if (wanted.has(id)) continue;
        entries.delete(id);
        button.remove();
      }
      list.forEach((spot, index) => {
        const button = entries.get(spot.id)?.button ?? create(spot.id);
        entries.set(spot.id, { button, spot });
        place(button, spot, width, height);
        const there = element.children[index] ?? null;
        if (there !== button) element.insertBefore(button, there);
      });
      const hasLost = focusedIndex >= 0 && focused !== document.activeElement;
      const heir = focused?.isConnected ? focused : element.children[Math.min(focusedIndex, list.length - 1)];
      if (hasLost && heir instanceof HTMLElement) heir.focus({ preventScroll: true });
      updateStops();
    },
  };
}
