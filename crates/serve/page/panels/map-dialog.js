/**
 * The map of all positions, in a dialog.
 *
 * @module
 */

import { createDialog } from "./dialog.js";
import { createMap } from "./map.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */

/** @param {App} app */
export function createMapDialog(app) {
  const map = createMap({
    ...app,
    jump(position) {
      dialog.close();
      app.jump(position);
    },
  });
  const dialog = createDialog(app, "map", app.t("control.map"), map.element);

  dialog.addEventListener("close", map.stop);

  return {
    dialog,
    element: dialog,
    update: map.update,
    /** @param {State} state */
    open(state) {
      dialog.showModal();
      void map.open(state.game.name, state.set);
      map.update(state);
    },
  };
}
