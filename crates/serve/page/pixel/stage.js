/**
 * A stage: a low-resolution canvas with real buttons laid over it.
 *
 * The style sheet enlarges the canvas without smoothing. Clickable areas are
 * transparent `<button>`s positioned in percent, so that touch, Tab and Enter,
 * and screen readers work as usual. `style/pixel.css` has the styles.
 *
 * @module
 */

import { createSpots } from "./spots.js";

/** @typedef {import("./spots.js").Hotspot} Hotspot */

/**
 * @typedef {object} StageOptions
 * @property {number} width in logical pixels
 * @property {number} height in logical pixels
 * @property {string} label description for screen readers
 * @property {() => boolean} [still] whether to avoid motion
 * @property {number} [largest] maximum enlargement of a logical pixel, default 4
 * @property {boolean} [scrolls] whether a tall picture is scrolled, instead of fitted to the scene's height
 * @property {() => void} [onCancel] Escape, or a click outside all buttons
 */

/**
 * @typedef {object} Stage
 * @property {CanvasRenderingContext2D} context in logical pixels, without smoothing
 * @property {number} width
 * @property {number} height
 * @property {(width: number, height: number) => void} resize another size in logical pixels; clears the picture
 * @property {(label: string) => void} relabel
 * @property {(list: Hotspot[]) => void} hotspots sets the clickable areas; buttons are reused by id
 * @property {(milliseconds: number, frame: (progress: number) => void) => Promise<void>} animate calls `frame` with 0 to 1, finally with 1
 * @property {() => void} stop ends the current animation with its last frame
 * @property {() => void} close
 */

/**
 * CSS pixels per logical pixel: the largest integer that fits, or a fraction more
 * if the integer is small and would waste much space.
 * @param {number} room available CSS pixels
 * @param {number} needed logical pixels
 */
export function enlargement(room, needed) {
  const exact = room / needed;
  const whole = Math.floor(exact);
  if (whole < 1) return exact;
  const steps = whole < 2 ? 4 : whole < 4 ? 2 : 1;
  return Math.floor(exact * steps) / steps;
}

/** The part of a scene's height that its picture takes at least. */
const LEAST = 0.55;

/**
 * The height available for a picture: that of its scene, without what else the scene contains.
 * @param {HTMLElement} picture
 */
export function heightFor(picture) {
  const scene = picture.closest(".scene");
  if (!scene) return document.documentElement.clientHeight;
  let used = 0;
  for (let at = /** @type {Element} */ (picture); at !== scene && at.parentElement; at = at.parentElement) {
    for (const other of at.parentElement.children) if (other !== at) used += heightOf(other);
  }
  return Math.max(scene.clientHeight * LEAST, scene.clientHeight - used);
}

/** The height that an element takes with its margins. @param {Element} element */
function heightOf(element) {
  const { marginTop, marginBottom, display, position } = getComputedStyle(element);
  return display === "none" || position === "absolute" ? 0 : element.getBoundingClientRect().height + parseFloat(marginTop) + parseFloat(marginBottom);
}

/**
 * Creates a stage inside an element, as large as the element's width allows.
 * @param {HTMLElement} element
 * @param {StageOptions} options
 * @returns {Stage}
 */
export function createStage(element, options) {
  const { still = () => false, largest = 4, scrolls = false, onCancel = () => {} } = options;
  const frameElement = document.createElement("div");
  const canvas = document.createElement("canvas");
  frameElement.className = "stage";
  canvas.className = "stage-canvas";
  canvas.setAttribute("role", "img");
  canvas.setAttribute("aria-label", options.label);
  const spots = createSpots();
  frameElement.append(canvas, spots.element);
  element.append(frameElement);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  /** @type {(() => void) | null} */
  let finish = null;

  function fit() {
    const ratio = window.devicePixelRatio || 1;
    const acrossRoom = element.clientWidth;
    if (acrossRoom === 0) return;
    const across = enlargement(acrossRoom * ratio, stage.width);
    const down = scrolls ? across : enlargement(heightFor(frameElement) * ratio, stage.height);
    const factor = Math.min(across, down, largest * ratio) / ratio;
    frameElement.style.width = `${stage.width * factor}px`;
    frameElement.style.height = `${stage.height * factor}px`;
  }

  /** @type {Stage} */
  const stage = {
    context,
    width: options.width,
    height: options.height,
    resize(width, height) {
      stage.width = Math.max(1, Math.round(width));
      stage.height = Math.max(1, Math.round(height));
      canvas.width = stage.width;
      canvas.height = stage.height;
      context.imageSmoothingEnabled = false;
      fit();
    },
    relabel(label) {
      canvas.setAttribute("aria-label", label);
    },
    hotspots(list) {
      // What else is in the scene may have changed its height.
      fit();
      spots.show(list, stage.width, stage.height);
    },
    animate(milliseconds, frame) {
      stage.stop();
      if (still() || document.hidden || milliseconds <= 0) {
        frame(1);
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const begun = performance.now();
        let request = 0;
        const end = () => {
          cancelAnimationFrame(request);
          clearTimeout(limit);
          if (finish === end) finish = null;
          frame(1);
          resolve();
        };
        // A page hidden during the animation gets no more frames.
        const limit = setTimeout(end, milliseconds + 250);
        const step = () => {
          const progress = (performance.now() - begun) / milliseconds;
          if (progress >= 1) return end();
          frame(Math.max(0, progress));
          request = requestAnimationFrame(step);
        };
        finish = end;
        step();
      });
    },
    stop() {
      finish?.();
    },
    close() {
      stage.stop();
      observer.disconnect();
      document.removeEventListener("keydown", onKey);
      element.removeEventListener("click", onBackground);
      frameElement.remove();
    },
  };

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.key === "Escape" && document.querySelector("dialog[open]") === null) onCancel();
  }
  /** @param {MouseEvent} event */
  function onBackground(event) {
    if (event.target instanceof Element && event.target.closest("button, input, a") === null) onCancel();
  }
  document.addEventListener("keydown", onKey);
  element.addEventListener("click", onBackground);
  const observer = new ResizeObserver(fit);
  observer.observe(element);
  stage.resize(options.width, options.height);
  return stage;
}
