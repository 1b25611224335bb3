/**
 * What is loaded after the first paint: the panels beside and below the board.
 * The dialogs are loaded when the first of them is opened.
 *
 * @module
 */

import { words as graphWords } from "../words/graph.js";
import { words as hintWords } from "../words/hint.js";
import { addWords } from "../words/i18n.js";
import { words as ruleWords } from "../words/rules.js";
import { words as whyWords } from "../words/why.js";
import { createGraph } from "./graph.js";
import { createHint } from "./hint.js";
import { createHistory } from "./history.js";
import { createMinimap } from "./minimap.js";
import { createMistake } from "./mistake.js";
import { createMoves } from "./moves.js";
import { createRules } from "./rules.js";
import { createWhy } from "./why/why.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").DialogName} DialogName */
/** @typedef {import("../types.js").State} State */

const loadDialogs = () => import("./dialogs.js");

/** @typedef {ReturnType<typeof createRest>} Rest */

/** @param {App} app */
export function createRest(app) {
  addWords(graphWords, hintWords, ruleWords, whyWords);
  const [graph, history] = [createGraph(app), createHistory(app)];
  const [moves, why] = [createMoves(app), createWhy(app)];
  const [mistake, rules, hint] = [createMistake(app), createRules(app), createHint(app)];
  const minimap = createMinimap(app);
  const panels = [graph, moves, history, why, mistake, rules, hint, minimap];
  /** @type {ReturnType<typeof import("./dialogs.js").createDialogs> | null} */
  let dialogs = null;

  async function dialogsOf() {
    const { createDialogs } = await loadDialogs();
    return (dialogs ??= createDialogs(app));
  }

  return {
    /** Below the headline. */
    hint: hint.element,
    /** Under the board. */
    left: [graph.element, history.element],
    /** Beside it. */
    moves: [mistake.element, moves.element, minimap.element, rules.element],
    why: why.element,
    /** @param {State} state */
    update(state) {
      for (const panel of panels) panel.update(state);
      dialogs?.update(state);
    },
    /** @param {DialogName} name */
    async open(name) {
      (await dialogsOf()).open(name, app.store.state());
    },
  };
}
