/**
 * The dialogs, each created when first opened.
 *
 * @module
 */

import { words as dialogWords } from "../words/dialogs.js";
import { words as editorWords } from "../words/editor.js";
import { words as galleryWords } from "../words/gallery.js";
import { addWords } from "../words/i18n.js";
import { words as lawWords } from "../words/law.js";
import { words as mapWords } from "../words/map.js";
import { words as serverWords } from "../words/server.js";
import { words as tourWords } from "../words/tour.js";
import { createEditor } from "./editor.js";
import { createGallery } from "./gallery.js";
import { createHelp } from "./help.js";
import { createLawDialog } from "./law-dialog.js";
import { createMapDialog } from "./map-dialog.js";
import { createPaste } from "./paste.js";
import { createPicture } from "./picture.js";
import { createPosition } from "./position.js";
import { createSettings } from "./settings.js";
import { createStats } from "./stats.js";
import { createTour } from "./tour.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").DialogName} DialogName */
/** @typedef {import("../types.js").State} State */

/** @typedef {{dialog: HTMLDialogElement, open: (state: State) => void, update?: (state: State) => void}} Dialog */

/** @type {Record<DialogName, (app: App) => Dialog>} */
const creators = {
  gallery: createGallery,
  help: createHelp,
  settings: createSettings,
  paste: createPaste,
  map: createMapDialog,
  stats: createStats,
  law: createLawDialog,
  picture: createPicture,
  position: createPosition,
  rules: createEditor,
  tour: createTour,
};

/** @param {App} app */
export function createDialogs(app) {
  addWords(dialogWords, editorWords, galleryWords, lawWords, mapWords, serverWords, tourWords);
  /** @type {Partial<Record<DialogName, Dialog>>} */
  const made = {};

  /** @param {DialogName} name */
  function create(name) {
    const dialog = creators[name](app);
    document.body.append(dialog.dialog);
    return dialog;
  }

  return {
    /** @param {State} state */
    update(state) {
      for (const dialog of Object.values(made)) dialog.update?.(state);
    },
    /** @param {DialogName} name @param {State} state */
    open(name, state) {
      (made[name] ??= create(name)).open(state);
    },
  };
}
