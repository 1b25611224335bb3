/**
 * The rules of a game of one's own: an editor with the mistakes of
 * `kibitz lint`, and a button that opens the game.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { button } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").State} State */

/** Milliseconds without a key after which the file is looked at. */
const PAUSE = 400;

/** Where the text is kept from one visit to the next. */
const KEPT = "kibitz.rules";

/** @param {App} app */
export function createEditor(app) {
  const { t, store, api } = app;
  const text = el("textarea", {
    class: "source",
    rows: 18,
    wrap: "off",
    spellcheck: "false",
    autocapitalize: "off",
    "aria-label": t("editor.text"),
    "data-rules": true,
    oninput: () => later(),
    onkeydown: (/** @type {KeyboardEvent} */ event) => indent(event),
  });
  const examples = el("select", { "aria-label": t("editor.examples"), "data-action": "example", onchange: () => take() });
  const verdict = el("div", { class: "verdict", role: "status", "data-verdict": "" });
  const dialog = createDialog(
    app,
    "editor",
    t("editor.title"),
    el("p", { class: "note" }, t("editor.hint")),
    el("div", { class: "row" }, examples),
    text,
    verdict,
    el("div", { class: "row" }, button(app, "play-rules", t("editor.play"), () => void play(), { primary: true })),
  );
  /** @type {Map<string, string>} */
  const known = new Map();
  let timer = 0;
  // Only the last of several checks may speak.
  let checks = 0;

  function later() {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), PAUSE);
  }

  /** @param {KeyboardEvent} event */
  function indent(event) {
    // Tab leaves the field unless it makes room: keys alone must get out.
    const { selectionStart: at, value } = text;
    const line = value.slice(value.lastIndexOf("\n", at - 1) + 1, at);
    if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const room = (/^\s*/.exec(line)?.[0] ?? "") + (line.trimEnd().endsWith(":") ? "    " : "");
      text.setRangeText(`\n${room}`, at, text.selectionEnd, "end");
      later();
    } else if (event.key === "Enter") {
      event.preventDefault();
      void play();
    }
  }

  /** Looks at the file. @returns {Promise<import("../types.js").GameInfo | null>} */
  async function check() {
    checks += 1;
    const mine = checks;
    window.localStorage.setItem(KEPT, text.value);
    try {
      const game = await api.rules(text.value);
      if (mine === checks) say("right", el("p", {}, t("editor.right", { position: game.shown })));
      return game;
    } catch (thrown) {
      if (mine === checks) say("wrong", ...mistake(faultOf(thrown)));
      return null;
    }
  }

  /** @param {"right" | "wrong"} state @param {...HTMLElement} content */
  function say(state, ...content) {
    verdict.dataset["verdict"] = state;
    fill(verdict, ...content);
  }

  /** What is wrong, as the command line says it. @param {Fault} fault */
  function mistake(fault) {
    const shown = el("pre", { class: "mistake", lang: "en", "data-mistake": true }, fault.rendered ?? fault.message);
    const { line, column } = fault;
    if (!line) return [shown];
    const there = button(app, "mistake", t("editor.there", { line }), () => go(line, column ?? 1));
    return [shown, el("div", { class: "row" }, there)];
  }

  /** Puts the cursor at a line and a column, counted from 1. @param {number} line @param {number} column */
  function go(line, column) {
    const lines = text.value.split("\n");
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    // Columns count characters, the field counts half of some of them.
    const within = [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
    text.focus();
    text.setSelectionRange(before + within, before + (lines[line - 1] ?? "").length);
  }

  async function play() {
    window.clearTimeout(timer);
    const game = await check();
    if (!game) return;
    const place = { game: game.name, set: {}, position: null, moves: [], rules: text.value };
    if (await store.open(place)) dialog.close();
  }

  function take() {
    const chosen = known.get(examples.value);
    if (chosen === undefined) return;
    text.value = chosen;
    void check();
  }

  async function offer() {
    if (known.size > 0) return;
    try {
      for (const { name, title, source } of await api.examples()) {
        known.set(name, source);
        examples.append(el("option", { value: name, lang: "en" }, `${name}: ${title}`));
      }
    } catch (thrown) {
      say("wrong", ...mistake(faultOf(thrown)));
    }
  }

  /** @param {State} state */
  async function open(state) {
    if (examples.childElementCount === 0) examples.append(el("option", { value: "" }, t("editor.examples")));
    dialog.showModal();
    await offer();
    const own = state.game.source ?? window.localStorage.getItem(KEPT);
    text.value = own ?? known.get("subtraction") ?? "";
    await check();
  }

  return { dialog, open: (/** @type {State} */ state) => void open(state) };
}
