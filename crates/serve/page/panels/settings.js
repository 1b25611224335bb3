/**
 * Colours, volumes, and whether answers are hidden.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { createDialog } from "./dialog.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Preferences} Preferences */
/** @typedef {import("../types.js").State} State */

/** @param {App} app */
export function createSettings(app) {
  const { t, store } = app;
  const preferences = () => store.state().preferences;

  const palette = el("select", {
    "data-action": "palette",
    onchange: () => store.prefer({ palette: /** @type {import("../types.js").PaletteChoice} */ (palette.value) }),
  });
  for (const name of ["system", "default", "light", "safe"]) palette.append(el("option", { value: name }, t(`settings.${name}`)));

  /** @param {"soundVolume" | "musicVolume"} name @param {string} label */
  function volume(name, label) {
    const input = el("input", {
      type: "range", min: 0, max: 100, step: 5, "data-action": name,
      oninput: () => store.prefer({ [name]: Number(input.value) / 100 }),
    });
    return { input, element: el("label", {}, el("span", {}, t(label)), input) };
  }
  /** @param {"soundMuted" | "musicMuted" | "hideAnswers"} name @param {string} label */
  function check(name, label) {
    const input = el("input", {
      type: "checkbox", "data-action": name,
      onchange: () => store.prefer({ [name]: input.checked }),
    });
    return { input, element: el("label", { class: "check" }, input, el("span", {}, t(label))) };
  }

  const sound = volume("soundVolume", "settings.sound");
  const music = volume("musicVolume", "settings.music");
  const checks = [
    check("soundMuted", "settings.muteSound"),
    check("musicMuted", "settings.muteMusic"),
    check("hideAnswers", "settings.answers"),
  ];
  const dialog = createDialog(
    app,
    "settings",
    t("settings.title"),
    el(
      "div",
      { class: "form" },
      el("label", {}, el("span", {}, t("settings.palette")), palette),
      sound.element,
      music.element,
      ...checks.map((one) => one.element),
    ),
  );

  function open() {
    const chosen = preferences();
    palette.value = chosen.palette;
    sound.input.value = String(chosen.soundVolume * 100);
    music.input.value = String(chosen.musicVolume * 100);
    for (const { input } of checks) {
      input.checked = chosen[/** @type {"soundMuted" | "musicMuted" | "hideAnswers"} */ (input.dataset["action"])];
    }
    dialog.showModal();
  }

  return { dialog, open };
}
