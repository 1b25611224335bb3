/**
 * The rule-file editor: it shows diagnostics as the command line does, and
 * opens the game.
 *
 * @module
 */

import { faultOf } from "../core/api.js";
import { el, fill } from "../core/dom.js";
import { OWN, drafts, keepDraft, titleIn } from "../core/drafts.js";
import { createDialog } from "./dialog.js";
import { describeFault } from "./fault.js";
import { button } from "./parts.js";
import { createSource } from "./source.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Fault} Fault */
/** @typedef {import("../types.js").State} State */

/** Milliseconds without a key press before the file is checked. */
const CHECK_DELAY = 400;

/** The example shown if no text is stored. */
const DEFAULT_EXAMPLE = "subtraction";

/** @param {App} app */
export function createEditor(app) {
  const { t, store, api } = app;
  const source = createSource(t("editor.text"), later, () => void play());
  const own = el("optgroup", { label: t("editor.own") });
  const given = el("optgroup", { label: t("editor.given") });
  const examples = el(
    "select",
    { "aria-label": t("editor.examples"), "data-action": "example", onchange: () => take(examples.value) },
    el("option", { value: "" }, t("editor.examples")),
    own,
    given,
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
  // What the text began as.
  let origin = OWN;

  function later() {
    keepDraft(origin, source.text());
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), CHECK_DELAY);
  }

  /** Checks the file. @returns {Promise<import("../types.js").GameInfo | null>} */
  async function check() {
    window.clearTimeout(timer);
    checks += 1;
    const mine = checks;
    try {
      const game = await api.rules(source.text());
      if (mine === checks) say("right", null, el("p", {}, t("editor.right"), " ", el("code", { lang: "en" }, game.shown)));
      return game;
    } catch (thrown) {
      if (mine === checks) complain(faultOf(thrown));
      return null;
    }
  }

  /** @param {"right" | "wrong" | ""} state @param {number | null} line the line at fault @param {...(HTMLElement | null)} content */
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
    const [kind, key] = [name.slice(0, OWN.length + 1), name.slice(OWN.length + 1)];
    const isOwn = kind === `${OWN} `;
    const text = isOwn ? new Map(drafts()).get(key) : known.get(name);
    examples.value = "";
    if (text === undefined) return;
    origin = isOwn ? key : name;
    source.write(text);
    offerDrafts();
    void check();
  }

  /** Lists the user's files. */
  function offerDrafts() {
    const options = drafts().map(([name, text]) => el("option", { value: `${OWN} ${name}`, "data-no-words": true }, titleIn(text) ?? t("editor.nameless")));
    fill(own, options.reverse());
    own.hidden = options.length === 0;
  }

  /** Loads the examples, once. */
  async function offer() {
    if (known.size > 0) return;
    for (const { name, title, source: text } of await api.examples()) {
      known.set(name, text);
      given.append(el("option", { value: name, lang: "en" }, title));
    }
  }

  /** @param {State} state */
  async function open(state) {
    const { game, fault } = state;
    const latest = drafts().at(-1);
    const text = fault?.source ?? (game.name === shownFor ? source.text() : (game.source ?? latest?.[1] ?? ""));
    if (text !== source.text()) origin = drafts().find(([, draft]) => draft === text)?.[0] ?? titleIn(text) ?? OWN;
    shownFor = game.name;
    source.write(text);
    offerDrafts();
    dialog.showModal();
    try {
      await offer();
      if (source.text() === "") take(DEFAULT_EXAMPLE);
      // Rules of an address run once the user says so.
      else if (fault?.kind === "untrusted") say("", null, el("p", {}, t("fault.untrusted")));
      else await check();
    } catch (thrown) {
      complain(faultOf(thrown));
    }
  }

  return { dialog, open: (/** @type {State} */ state) => void open(state) };
}
