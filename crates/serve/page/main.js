/**
 * Entry point: builds the page from its parts.
 *
 * @module
 */

import { api, games, places } from "./core/prefetch.js";
import { createAudio } from "./audio/audio.js";
import { createActs } from "./core/acts.js";
import { ApiError } from "./core/api.js";
import { createAnnouncer } from "./core/announce.js";
import { listenToKeys } from "./core/keys.js";
import { createMachine } from "./core/machine.js";
import { isFirstVisit, loadPreferences } from "./core/preferences.js";
import { createStore } from "./core/store.js";
import { readPlace, writePlace } from "./core/url.js";
import { createPage } from "./panels/page.js";
import { explainTerms } from "./panels/terms.js";
import { applyPalette, currentPalette, isSystemLight, paletteFor } from "./pixel/palette.js";
import { preloadScene } from "./scenes/scenes.js";
import { setLanguage, t, titleOf } from "./words/i18n.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").State} State */

/** Duration of a notice in milliseconds. */
const NOTICE = 4000;

/** @param {string} where @param {string} text */
function setText(where, text) {
  const line = document.querySelector(where);
  if (line) line.textContent = text;
}

/** Synchronises the URL with the state. @param {App} app */
function followAddress(app) {
  const { store } = app;
  let root = store.state().root;
  store.subscribe((state) => {
    if (state.isLoading) return;
    const address = writePlace(store.place());
    if (address === window.location.hash) return;
    // A new root is a new entry of the browser's history; a move is not.
    if (state.root === root) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
    root = state.root;
  });
  window.addEventListener("popstate", () => {
    const place = readPlace(window.location.hash);
    // While another place is loading, the one shown is outdated.
    const isElsewhere = place && writePlace(place) !== writePlace(store.place());
    if (place && (isElsewhere || store.state().isLoading)) {
      void store.open(place).then(() => (root = store.state().root));
    }
  });
}

async function start() {
  const preferences = loadPreferences();
  const audio = createAudio();
  setLanguage(preferences.language);
  applyPalette(paletteFor(preferences.palette));
  if (places[0]) preloadScene(places[0].game);
  const store = createStore(api, await games, preferences, places[0]?.game);
  const machine = createMachine(store, api);

  /** @type {ReturnType<typeof createPage>} */
  let page;
  /** @type {App} */
  const app = {
    t,
    palette: currentPalette,
    api,
    store,
    audio,
    play: (move) => void store.play(move),
    go: (node) => void store.go(node),
    jump: (position) => void store.jump(position),
    preview: store.preview,
    dialog: (name) => page.open(name),
    say: (text) => setText("[data-live]", text),
    notify(text) {
      setText("[data-notice]", text);
      window.setTimeout(() => setText("[data-notice]", ""), NOTICE);
    },
  };
  const acts = createActs(app);
  page = createPage(app, machine, acts);
  const announcer = createAnnouncer(app, () => page.hasOwnEnding());

  let look = rebuildKey(store.state());
  /** @param {State} state */
  function update(state) {
    if (rebuildKey(state) !== look) {
      look = rebuildKey(state);
      setLanguage(state.preferences.language);
      applyPalette(paletteFor(state.preferences.palette));
      page.close();
      page = createPage(app, machine, acts);
    }
    document.body.dataset["game"] = state.game.name;
    document.body.dataset["position"] = state.node.position;
    document.title = `${titleOf(state.game)} – kibitz`;
    updateAudio(app, state);
    page.update(state);
    announcer.update(state);
  }
  store.subscribe(update);
  isSystemLight.addEventListener("change", () => update(store.state()));
  listenToKeys(app, acts);
  unlockOnce(app);
  explainTerms();
  const isNew = isFirstVisit() && window.location.hash === "";
  await openFirst(store);
  followAddress(app);
  if (!isNew) return;
  // Stored, so that the games are offered once.
  store.prefer({});
  app.dialog("gallery");
}

/** Opens the place named by the URL; on failure reports the error and opens the next candidate. @param {import("./core/store.js").Store} store */
async function openFirst(store) {
  let fault = null;
  for (const place of places) {
    if (await store.open(place)) break;
    fault ??= store.state().fault;
  }
  if (fault) store.fail(new ApiError(fault));
}

/** Key of the state that requires rebuilding the page. @param {State} state */
function rebuildKey(state) {
  return `${state.preferences.language} ${paletteFor(state.preferences.palette)} ${state.game.players}`;
}

/** Sets volumes and the tune of the game. @param {App} app @param {State} state */
function updateAudio(app, state) {
  const { soundMuted, musicMuted, soundVolume, musicVolume } = state.preferences;
  app.audio.setMuted("sound", soundMuted);
  app.audio.setMuted("music", musicMuted);
  app.audio.setVolume("sound", soundVolume);
  app.audio.setVolume("music", musicVolume);
  app.audio.music(state.game.name);
}

/** Browsers block audio before the first user gesture. @param {App} app */
function unlockOnce(app) {
  const unlock = () => app.audio.unlock();
  document.addEventListener("pointerdown", unlock, { once: true });
  document.addEventListener("keydown", unlock, { once: true });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("button") : null;
    if (target?.matches("[data-action]")) app.audio.sound("click");
    // Drop focus after a click, so that the space bar plays the best move
    // instead of pressing the same button again. Keyboard use keeps the focus.
    if (event.detail > 0 && target && !target.closest("dialog")) target.blur();
  });
}

void start();
