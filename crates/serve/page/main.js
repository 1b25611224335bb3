/**
 * Starts the page: what there is, and how it is put together.
 *
 * @module
 */

import { createAudio } from "./audio/audio.js";
import { createActs } from "./core/acts.js";
import { createAnnouncer } from "./core/announce.js";
import { createApi } from "./core/api.js";
import { createBoard } from "./core/board.js";
import { el, fill } from "./core/dom.js";
import { listenToKeys } from "./core/keys.js";
import { createMachine } from "./core/machine.js";
import { loadPreferences } from "./core/preferences.js";
import { createStore } from "./core/store.js";
import { readPlace, writePlace } from "./core/url.js";
import { createControls } from "./panels/controls.js";
import { createFault } from "./panels/fault.js";
import { createGraph } from "./panels/graph.js";
import { createHeader } from "./panels/header.js";
import { createHelp } from "./panels/help.js";
import { createHistory } from "./panels/history.js";
import { createMapDialog } from "./panels/map-dialog.js";
import { createMoves } from "./panels/moves.js";
import { createPaste } from "./panels/paste.js";
import { createPosition } from "./panels/position.js";
import { createPuzzle } from "./panels/puzzle.js";
import { createSettings } from "./panels/settings.js";
import { createStats } from "./panels/stats.js";
import { createValue, namesOf } from "./panels/value.js";
import { createWhy } from "./panels/why/why.js";
import { applyPalette, currentPalette } from "./pixel/palette.js";
import { expectScene } from "./scenes/scenes.js";
import { setLanguage, t } from "./words/i18n.js";

/** @typedef {import("./types.js").App} App */
/** @typedef {import("./types.js").State} State */

/** The game of somebody who comes for the first time. */
const FIRST_GAME = "marbles";

/** Milliseconds that a notice can be read. */
const NOTICE = 4000;

/** @param {string} where @param {string} text */
function tell(where, text) {
  const line = document.querySelector(where);
  if (line) line.textContent = text;
}

/** Everything between a state and the page, in one language and palette. @param {App} app @param {import("./core/machine.js").Machine} machine @param {ReturnType<typeof createActs>} acts */
function build(app, machine, acts) {
  const scene = el("div", { class: "scene", "data-scene": true });
  const board = createBoard(app, scene, {
    names: () => namesOf(app),
    moving() {
      document.body.dataset["busy"] = "true";
      machine.pause();
    },
    settled(state) {
      document.body.dataset["busy"] = "false";
      document.body.dataset["ready"] = "true";
      machine.settled(state);
    },
  });
  const dialogs = {
    help: createHelp(app),
    settings: createSettings(app),
    paste: createPaste(app),
    map: createMapDialog(app),
    stats: createStats(app),
    position: createPosition(app),
  };
  const header = createHeader(app);
  const puzzle = createPuzzle(app, () => void acts.puzzle());
  const value = createValue(app);
  const fault = createFault(app);
  const controls = createControls(app, acts);
  const graph = createGraph(app);
  const moves = createMoves(app);
  const history = createHistory(app);
  const why = createWhy(app);
  fill(
    document.body,
    el("a", { class: "skip", href: "#board" }, t("core.skip")),
    header.element,
    el(
      "main",
      { class: "columns" },
      el("div", { class: "left", id: "board", tabindex: -1 }, fault.element, puzzle.element, value.element, scene, controls.element, graph.element, history.element),
      el("div", { class: "right" }, moves.element, why.element),
    ),
    ...Object.values(dialogs).map((one) => one.dialog),
    el("p", { class: "live", "data-live": true, "aria-live": "polite" }),
    el("p", { class: "notice", "data-notice": true, role: "status" }),
  );
  const panels = [header, fault, puzzle, value, controls, graph, moves, history, why, dialogs.map];
  return {
    board,
    dialogs,
    /** @param {State} state */
    update(state) {
      for (const panel of panels) panel.update(state);
      board.update(state);
    },
  };
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
  const api = createApi();
  const preferences = loadPreferences();
  const audio = createAudio();
  setLanguage(preferences.language);
  applyPalette(preferences.palette);
  const place = readPlace(window.location.hash) ?? { game: FIRST_GAME, set: {}, position: null, moves: [] };
  expectScene(place.game);
  const store = createStore(api, await api.games(), preferences);
  const machine = createMachine(store, api);

  /** @type {ReturnType<typeof build>} */
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
    dialog: (name) => page.dialogs[name].open(store.state()),
    say: (text) => tell("[data-live]", text),
    notify(text) {
      tell("[data-notice]", text);
      window.setTimeout(() => tell("[data-notice]", ""), NOTICE);
    },
  };
  const acts = createActs(app);
  page = build(app, machine, acts);
  const announcer = createAnnouncer(app, () => page.board.hasOwnEnding());

  let look = lookOf(store.state());
  /** @param {State} state */
  function update(state) {
    if (lookOf(state) !== look) {
      look = lookOf(state);
      setLanguage(state.preferences.language);
      applyPalette(state.preferences.palette);
      page.board.close();
      page = build(app, machine, acts);
    }
    document.body.dataset["game"] = state.game.name;
    document.body.dataset["position"] = state.node.position;
    document.title = `${t(`game.${state.game.name}`)} – kibitz`;
    listen(app, state);
    page.update(state);
    announcer.update(state);
  }
  store.subscribe(update);
  listenToKeys(app, acts.best);
  unlockOnce(app);
  if (!(await store.open(place))) await store.open({ game: FIRST_GAME, set: {}, position: null, moves: [] });
  followAddress(app);
}

/** What needs the page to be built anew. @param {State} state */
function lookOf(state) {
  return `${state.preferences.language} ${state.preferences.palette}`;
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
