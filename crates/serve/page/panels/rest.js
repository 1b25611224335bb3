/**
 * What is loaded after the first paint: the panels beside and below the board,
 * and the dialogs, each created when first opened.
 *
 * @module
 */

import { addWords } from "../words/rest.js";
import { createEditor } from "./editor.js";
import { createGraph } from "./graph.js";
import { createHelp } from "./help.js";
import { createHistory } from "./history.js";
import { createLawDialog } from "./law-dialog.js";
import { createMapDialog } from "./map-dialog.js";
import { createMoves } from "./moves.js";
import { createPaste } from "./paste.js";
import { createPosition } from "./position.js";
import { createSettings } from "./settings.js";
import { createStats } from "./stats.js";
import { createWhy } from "./why/why.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").DialogName} DialogName */
/** @typedef {import("../types.js").State} State */

/** @typedef {{dialog: HTMLDialogElement, open: (state: State) => void, update?: (state: State) => void}} Dialog */

/** @type {Record<DialogName, (app: App) => Dialog>} */
const dialogs = {
  help: createHelp,
  settings: createSettings,
  paste: createPaste,
  map: createMapDialog,
  stats: createStats,
  law: createLawDialog,
  position: createPosition,
  rules: createEditor,
};

/** @typedef {ReturnType<typeof createRest>} Rest */

/** @param {App} app */
export function createRest(app) {
  addWords();
  const [graph, history] = [createGraph(app), createHistory(app)];
  const [moves, why] = [createMoves(app), createWhy(app)];
  const panels = [graph, moves, history, why];
  /** @type {Partial<Record<DialogName, Dialog>>} */
  const made = {};

  /** @param {DialogName} name */
  function dialogOf(name) {
    const dialog = dialogs[name](app);
    document.body.append(dialog.dialog);
    return dialog;
  }

  return {
    /** Under the board. */
    left: [graph.element, history.element],
    /** Beside it. */
    right: [moves.element, why.element],
    /** @param {State} state */
    update(state) {
      for (const panel of panels) panel.update(state);
      for (const dialog of Object.values(made)) dialog.update?.(state);
    },
    /** @param {DialogName} name @param {State} state */
    open(name, state) {
      (made[name] ??= dialogOf(name)).open(state);
    },
  };
}
