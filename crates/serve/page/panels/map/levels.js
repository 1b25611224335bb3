/**
 * Plays the solve level by level: first the positions where the game is over, then those one
 * ply before, and so on, as retrograde analysis finds them.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { button } from "../parts.js";

/** @typedef {import("../../types.js").App} App */

/** Milliseconds of a level, and of the whole solve at most. */
const LEVEL = 400;
const WHOLE = 12_000;

/**
 * @param {App} app
 * @param {(level: number) => void} show paints the positions up to a distance
 */
export function createLevels(app, show) {
  const { t } = app;
  const slider = el("input", { type: "range", min: 0, step: 1, "data-action": "map-level", oninput: () => set(Number(slider.value)) });
  const play = button(app, "map-play", t("map.play"), () => (timer ? stop() : start()), { icon: "▶" });
  const label = el("span", { class: "map-level" });
  const element = el("div", { class: "row", hidden: true }, play, el("label", { class: "slider" }, slider), label);
  let most = 0;
  let timer = 0;

  /** @param {number} level */
  function set(level) {
    slider.value = String(level);
    const text = t("map.level", { count: level });
    label.textContent = text;
    slider.setAttribute("aria-label", t("map.play"));
    slider.setAttribute("aria-valuetext", text);
    show(level);
  }

  function stop() {
    window.clearInterval(timer);
    timer = 0;
  }

  function start() {
    set(Number(slider.value) >= most ? 0 : Number(slider.value));
    timer = window.setInterval(() => {
      const next = Number(slider.value) + 1;
      if (next >= most || !element.checkVisibility()) stop();
      set(Math.min(next, most));
    }, Math.min(LEVEL, WHOLE / Math.max(1, most)));
  }

  return {
    element,
    stop,
    /** @param {number} longest the greatest distance on the map; 0 if none is known */
    begin(longest) {
      stop();
      most = longest;
      element.hidden = most === 0;
      slider.max = String(most);
      if (most > 0) set(most);
    },
  };
}
