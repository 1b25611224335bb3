/**
 * Structure of the page. The board comes first, with the line above it and the
 * buttons around it; everything else is loaded and drawn after the first paint.
 *
 * @module
 */

import { createBoard } from "../core/board.js";
import { el, fill } from "../core/dom.js";
import { t } from "../words/i18n.js";
import { createControls } from "./controls.js";
import { createFault } from "./fault.js";
import { createHeader } from "./header.js";
import { createPuzzle } from "./puzzle.js";
import { createSolving } from "./solving.js";
import { createValue, namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").DialogName} DialogName */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./rest.js").Rest} Rest */

const loadRest = () => import("./rest.js");

/** Waits until the last changes are painted. */
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/**
 * Everything between a state and the page, for one language and palette.
 *
 * @param {App} app
 * @param {import("../core/machine.js").Machine} machine
 * @param {ReturnType<typeof import("../core/acts.js").createActs>} acts
 */
export function createPage(app, machine, acts) {
  const { store } = app;
  let isMoving = true;
  let isLoading = false;
  let isSolving = false;
  let isClosed = false;
  /** @type {Promise<Rest> | null} */
  let restComing = null;
  /** @type {Rest | null} */
  let rest = null;

  const scene = el("div", { class: "scene", "data-scene": true });
  const beside = el("div", { class: "beside" });
  const board = createBoard(app, scene, beside, {
    names: () => namesOf(app),
    moving() {
      isMoving = true;
      document.body.dataset["busy"] = "true";
      machine.pause();
    },
    settled() {
      isMoving = false;
      document.body.dataset["ready"] = "true";
      restComing ??= complete();
      rested();
    },
  });

  /** No animation is running and nothing is loading. */
  function rested() {
    if (isMoving || isLoading || isSolving || isClosed || !rest) return;
    document.body.dataset["busy"] = "false";
    machine.settled(store.state());
  }

  async function complete() {
    await nextFrame();
    const { createRest } = await loadRest();
    const made = createRest(app);
    if (isClosed) return made;
    rest = made;
    value.element.after(rest.hint);
    left.append(...rest.left);
    beside.before(...rest.moves);
    beside.after(rest.why);
    rest.update(store.state());
    header.update(store.state());
    rested();
    return made;
  }

  const header = createHeader(app);
  const puzzle = createPuzzle(app, () => void acts.puzzle(), acts.share);
  const value = createValue(app);
  const fault = createFault(app);
  const solving = createSolving(app);
  const controls = createControls(app, acts);
  const play = el("div", { class: "play" }, fault.element, solving.element, puzzle.element, value.element, scene, controls.element);
  const left = el("div", { class: "left", id: "board", tabindex: -1 }, play);
  const right = el("div", { class: "right" }, beside);
  fill(
    document.body,
    el("a", { class: "skip", href: "#board", onclick: skip }, t("core.skip")),
    header.element,
    el("main", { class: "columns" }, left, right),
    el("p", { class: "live", "data-live": true, "aria-live": "polite" }),
    el("p", { class: "notice", "data-notice": true, role: "status" }),
  );

  /** The address is that of the game, so the link does not change it. @param {Event} event */
  function skip(event) {
    event.preventDefault();
    left.focus();
  }

  // The first screen has the height of the window without the header.
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--head", `${header.element.offsetTop + header.element.offsetHeight}px`);
  });
  observer.observe(header.element);

  return {
    /** @param {State} state */
    update(state) {
      const wasLoading = isLoading || isSolving;
      isLoading = state.isLoading;
      isSolving = state.solving?.state === "running";
      // The state shown may be equal to the one being loaded.
      if (isLoading || isSolving) document.body.dataset["busy"] = "true";
      for (const panel of [header, fault, solving, puzzle, value, controls]) panel.update(state);
      rest?.update(state);
      board.update(state);
      if (wasLoading) rested();
    },
    /** Opens a dialog. @param {DialogName} name */
    open(name) {
      restComing ??= complete();
      restComing.then((made) => made.open(name)).catch(store.fail);
    },
    hasOwnEnding: board.hasOwnEnding,
    close() {
      isClosed = true;
      observer.disconnect();
      board.close();
    },
  };
}
