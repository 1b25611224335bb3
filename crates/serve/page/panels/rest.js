/**
 * What is loaded after the first paint: the panels beside and below the board.
 * The dialogs are loaded when the first of them is opened.
 *
 * @module
 */

import { words as graphWords } from "../words/graph.js";
import { addWords } from "../words/i18n.js";
import { words as whyWords } from "../words/why.js";
import { createGraph } from "./graph.js";
import { createHistory } from "./history.js";
import { createMoves } from "./moves.js";
import { createWhy } from "./why/why.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").DialogName} DialogName */
/** @typedef {import("../types.js").State} State */

const loadDialogs = () => import("./dialogs.js");

/** @typedef {ReturnType<typeof createRest>} Rest */

/** @param {App} app */
export function createRest(app) {
  addWords(graphWords, whyWords);
  const [graph, history] = [createGraph(app), createHistory(app)];
  const [moves, why] = [createMoves(app), createWhy(app)];
  const panels = [graph, moves, history, why];
  /** @type {ReturnType<typeof import("./dialogs.js").createDialogs> | null} */
  let dialogs = null;

  return {
    /** Under the board. */
    left: [graph.element, history.element],
    /** Beside it. */
    moves: moves.element,
    why: why.element,
    /** @param {State} state */
    update(state) {
      for (const panel of panels) panel.update(state);
      dialogs?.update(state);
    },
    /** @param {DialogName} name */
    async open(name) {
      const { createDialogs } = await loadDialogs();
      dialogs ??= createDialogs(app);
      dialogs.open(name, app.store.state());
    },
  };
}
