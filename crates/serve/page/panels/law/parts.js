/**
 * A law in words, as a formula and as programs, with its status.
 *
 * @module
 */

import { copyText } from "../../core/copy.js";
import { el } from "../../core/dom.js";
import { button } from "../parts.js";

/** @typedef {import("../../types.js").App} App */
/** @typedef {import("./types.js").Guess} Guess */
/** @typedef {import("./types.js").Counterexample} Counterexample */

/** @param {Record<string, number>} place */
const placeText = (place) => Object.entries(place).map(([name, value]) => `${name}=${value}`).join(" ");

/** @param {App} app @param {Guess} guess */
export function lawParts(app, guess) {
  const { t } = app;
  const { law, counterexample, fitted, tested, notes } = guess;
  const range = Object.entries(guess.range).map(([name, [first, last]]) => `${name}=${first}..${last}`).join(" ");
  const status = el("h3", { class: `law-status ${guess.status}`, "data-status": guess.status }, t(`law.${guess.status}`));
  const counts = law ? t("law.tested", { fitted, tested, range }) : t("law.untested", { count: fitted + tested, range });
  return [
    status,
    guess.proof ? el("p", { lang: "en" }, guess.proof) : null,
    law ? el("p", { class: "law-text", lang: "en", "data-text": true }, law.text) : null,
    el("p", { class: "note" }, counts),
    counterexample ? el("p", {}, refutation(app, counterexample)) : null,
    counterexample ? el("p", { class: "law-text", lang: "en" }, counterexample.law) : null,
    ...notes.map((note) => el("p", { class: "note", lang: "en" }, note)),
    ...(law
      ? [
          code(app, "formula", t("law.formula"), law.formula),
          code(app, "python", "Python", law.python),
          code(app, "cpp", "C++", law.cpp),
        ]
      : []),
  ];
}

/** @param {App} app @param {Counterexample} wrong */
function refutation({ t }, { at, expected, found }) {
  return t("law.refuted", { place: placeText(at), found, expected: expected ?? "–" });
}

/** A text with a button that copies it. @param {App} app @param {string} name @param {string} title @param {string} text */
function code(app, name, title, text) {
  const copy = button(app, `law-copy-${name}`, app.t("law.copy"), () => void copyText(app, text, "law.copied"));
  return el(
    "section",
    { class: "law-code" },
    el("div", { class: "law-code-head" }, el("h4", { lang: "en" }, title), copy),
    el("pre", { tabindex: 0, role: "region", "aria-label": title, lang: "en", [`data-${name}`]: true }, text.trimEnd()),
  );
}
