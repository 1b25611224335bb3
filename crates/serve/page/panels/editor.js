/**
 * The rule-file editor: it shows diagnostics as the command line does, and
 * opens the game.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { describeFault } from "./fault.js";
import { button } from "./parts.js";
import { createSource } from "./source.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").State} State */

/** Milliseconds without a key press before the file is checked. */
const CHECK_DELAY = 400;

/** Key of the stored text. */
const STORAGE_KEY = "kibitz.rules";

/** The example shown if no text is stored. */
const DEFAULT_EXAMPLE = "subtraction";

/** @param {App} app */
export function createEditor(app) {
  const { t, store, api } = app;
  const source = createSource(t("editor.text"), later, () => void play());
  const examples = el(
    "select",
    { "aria-label": t("editor.examples"), "data-action": "example", onchange: () => take(examples.value) },
    el("option", { value: "" }, t("editor.examples")),
  );
  const verdict = el("div", { class: "verdict", role: "status", "data-verdict": "" });
  const dialog = createDialog(
    app,
    "rules",
    t("editor.title"),
    el("p", { class: "note" }, t("editor.hint")),
    el("div", { class: "row" }, examples, button(app, "play-rules", t("editor.play"), () => void play(), { primary: true })),
    source.element,
    verdict,
  );
  /** @type {Map<string, string>} */
  const known = new Map();
  let timer = 0;
  // Of several concurrent checks only the last may report.
  let checks = 0;
  // The game that was open when the text was loaded into the editor.
  let shownFor = "";

  function later() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), CHECK_DELAY);
  }

  /** Checks the file. @returns {Promise<import("../types.js").GameInfo | null>} */
  async function check() {
    window.clearTimeout(timer);
    checks += 1;
    const mine = checks;
    keep(source.text());
    try {
      const game = await api.rules(source.text());
      if (mine === checks) say("right", null, el("p", {}, t("editor.right"), " ", el("code", { lang: "en" }, game.shown)));
      return game;
    } catch (thrown) {
      if (mine === checks) complain(faultOf(thrown));
      return null;
    }
  }

  /** @param {"right" | "wrong"} state @param {number | null} line the line at fault @param {...(HTMLElement | null)} content */
  function say(state, line, ...content) {
    verdict.dataset["verdict"] = state;
    source.mark(line);
    fill(verdict, ...content);
  }

  /** @param {Fault} fault */
  function complain(fault) {
    const { line, column } = fault;
    const there = line ? button(app, "diagnostic", t("editor.there", { line }), () => source.go(line, column ?? 1)) : null;
    say("wrong", line ?? null, ...describeFault(app, fault), there);
  }

  async function play() {
    const game = await check();
    if (!game) return;
    const place = { game: game.name, set: {}, position: null, moves: [], rules: source.text() };
    if (await store.open(place)) {
      shownFor = game.name;
      dialog.close();
      return;
    }
    const { fault } = store.state();
    if (fault) complain(fault);
    store.forget();
  }

  /** @param {string} name */
  function take(name) {
    const text = known.get(name);
    examples.value = "";
    if (text === undefined) return;
    source.write(text);
    void check();
  }

  /** Loads the examples, once. */
  async function offer() {
    if (known.size > 0) return;
    for (const { name, title, source: text } of await api.examples()) {
      known.set(name, text);
      examples.append(el("option", { value: name, lang: "en" }, title));
    }
  }

  /** @param {State} state */
  async function open(state) {
    const { game, fault } = state;
    const text = fault?.source ?? (game.name === shownFor ? source.text() : (game.source ?? kept()));
    shownFor = game.name;
    source.write(text);
    dialog.showModal();
    try {
      await offer();
      if (source.text() === "") source.write(known.get(DEFAULT_EXAMPLE) ?? "");
      await check();
    } catch (thrown) {
      complain(faultOf(thrown));
    }
  }

  return { dialog, open: (/** @type {State} */ state) => void open(state) };
}

/** The text edited last, in this visit or an earlier one. */
function kept() {
  try {
    return window.localStorage.getItem(STORAGE_KEY) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} text */
function keep(text) {
  try {
    window.localStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Not stored; the page works without.
  }
}
