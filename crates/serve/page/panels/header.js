/**
 * The page header: title, game, language, sound, settings.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { has, titleOf } from "../words/i18n.js";
import { keepFocus } from "./controls.js";
import { button, caption } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").Language} Language */

/** @type {Record<Language, string>} */
const LANGUAGES = { en: "English", zh: "中文", ru: "Русский" };

/** The title of a rule file is in an unknown language. @param {import("../types.js").GameInfo} game */
function optionOf(game) {
  return el("option", { value: game.name, "data-no-words": game.title !== undefined }, titleOf(game));
}

/** @param {App} app @returns {import("../types.js").Panel} */
export function createHeader(app) {
  const { t, store } = app;
  const games = el("select", {
    "aria-label": t("core.game"),
    "data-action": "game",
    onchange: () => void store.open({ game: games.value, set: {}, position: null, moves: [] }),
  });
  const languages = el("select", {
    "aria-label": t("core.language"),
    "data-action": "language",
    onchange: () => store.prefer({ language: /** @type {Language} */ (languages.value) }),
  });
  for (const [language, name] of Object.entries(LANGUAGES)) {
    languages.append(el("option", { value: language, lang: language }, name));
  }
  const tagline = el("p", { class: "tagline" });
  const switches = el("div", { class: "row" });
  const element = el(
    "header",
    { class: "head" },
    el("h1", {}, caption(app, t("core.title"), { colour: "yellow", scale: 3 })),
    tagline,
    el("div", { class: "row head-row" }, games, languages, switches),
  );

  /** @param {State} state */
  function update(state) {
    const { soundMuted, musicMuted, language } = state.preferences;
    // Rule-file games are added to the list.
    const names = state.games.map((game) => game.name).join();
    if (games.dataset["drawn"] !== names) {
      games.dataset["drawn"] = names;
      fill(games, state.games.map(optionOf));
    }
    games.value = state.game.name;
    // The sentence about a game is loaded later.
    const sentence = `rules.${state.game.name}.title`;
    tagline.textContent = t(has(sentence) ? sentence : "core.tagline");
    languages.value = language;
    const key = [soundMuted, musicMuted].join();
    if (switches.dataset["drawn"] === key) return;
    switches.dataset["drawn"] = key;
    keepFocus(switches, () =>
      fill(
        switches,
        button(app, "gallery", t("control.gallery"), () => app.dialog("gallery"), { icon: "▦" }),
        button(app, "rules", t("control.rules"), () => app.dialog("rules"), { icon: "+" }),
        button(app, "mute-sound", t("control.sound"), () => store.prefer({ soundMuted: !soundMuted }), { icon: "♪", pressed: !soundMuted }),
        button(app, "mute-music", t("control.music"), () => store.prefer({ musicMuted: !musicMuted }), { icon: "♫", pressed: !musicMuted }),
        button(app, "settings", t("control.settings"), () => app.dialog("settings"), { icon: "☰" }),
        button(app, "help", t("control.help"), () => app.dialog("help"), { icon: "?" }),
      ),
    );
  }

  return { element, update };
}
