/**
 * Starts the page: what there is, and how it is put together.
 *
 * @module
 */

import { api, games, places } from "./core/asked.js";
import { createAudio } from "./audio/audio.js";
import { createActs } from "./core/acts.js";
import { Refusal } from "./core/api.js";
import { createAnnouncer } from "./core/announce.js";
import { listenToKeys } from "./core/keys.js";
import { createMachine } from "./core/machine.js";
import { loadPreferences } from "./core/preferences.js";
import { createStore } from "./core/store.js";
import { hasSides } from "./core/tree.js";
import { readPlace, writePlace } from "./core/url.js";
import { createPage } from "./panels/page.js";
import { applyPalette, currentPalette } from "./pixel/palette.js";
import { expectScene } from "./scenes/scenes.js";
import { setLanguage, t, titleOf } from "./words/i18n.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").State} State */

/** Milliseconds that a notice can be read. */
const NOTICE = 4000;

/** @param {string} where @param {string} text */
function tell(where, text) {
  const line = document.querySelector(where);
  if (line) line.textContent = text;
}

/** Keeps the address and the state in step. @param {App} app */
function followAddress(app) {
  const { store } = app;
  let root = store.state().root;
  store.subscribe((state) => {
    if (state.isLoading) return;
    const address = writePlace(store.place());
    if (address === window.location.hash) return;
    // A new beginning is a page of its own for the browser's back button; a
    // move is not.
    if (state.root === root) window.history.replaceState(null, "", address);
    else window.history.pushState(null, "", address);
    root = state.root;
  });
  window.addEventListener("popstate", () => {
    const place = readPlace(window.location.hash);
    // While another place is being opened, the one shown says nothing.
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
  applyPalette(preferences.palette);
  if (places[0]) expectScene(places[0].game);
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
    say: (text) => tell("[data-live]", text),
    notify(text) {
      tell("[data-notice]", text);
      window.setTimeout(() => tell("[data-notice]", ""), NOTICE);
    },
  };
  const acts = createActs(app);
  page = createPage(app, machine, acts);
  const announcer = createAnnouncer(app, () => page.hasOwnEnding());

  let look = lookOf(store.state());
  /** @param {State} state */
  function update(state) {
    if (lookOf(state) !== look) {
      look = lookOf(state);
      setLanguage(state.preferences.language);
      applyPalette(state.preferences.palette);
      page.close();
      page = createPage(app, machine, acts);
    }
    document.body.dataset["game"] = state.game.name;
    document.body.dataset["position"] = state.node.position;
    document.title = `${titleOf(state.game)} – kibitz`;
    listen(app, state);
    page.update(state);
    announcer.update(state);
  }
  store.subscribe(update);
  listenToKeys(app, acts.best);
  unlockOnce(app);
  await openFirst(store);
  followAddress(app);
}

/** Opens the place that the address names, else another, and says why. @param {import("./core/store.js").Store} store */
async function openFirst(store) {
  let fault = null;
  for (const place of places) {
    if (await store.open(place)) break;
    fault ??= store.state().fault;
  }
  if (fault) store.fail(new Refusal(fault));
}

/** What needs the page to be built anew. @param {State} state */
function lookOf(state) {
  return `${state.preferences.language} ${state.preferences.palette} ${hasSides(state)}`;
}

/** Volumes and the tune of the game. @param {App} app @param {State} state */
function listen(app, state) {
  const { soundMuted, musicMuted, soundVolume, musicVolume } = state.preferences;
  app.audio.setMuted("sound", soundMuted);
  app.audio.setMuted("music", musicMuted);
  app.audio.setVolume("sound", soundVolume);
  app.audio.setVolume("music", musicVolume);
  app.audio.music(state.game.name);
}

/** Browsers, and people, want silence before the first click. @param {App} app */
function unlockOnce(app) {
  const unlock = () => app.audio.unlock();
  document.addEventListener("pointerdown", unlock, { once: true });
  document.addEventListener("keydown", unlock, { once: true });
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest("button") : null;
    if (target?.matches("[data-action]")) app.audio.sound("click");
    // After a click the space bar is to play the best move again, not to
    // press the same button once more. Keys leave the focus where it is.
    if (event.detail > 0 && target && !target.closest("dialog")) target.blur();
  });
}

void start();
