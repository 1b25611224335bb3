/**
 * Translation into three languages.
 *
 * @module
 */

import { words as choosing } from "./choosing.js";
import { words as core } from "./core.js";
import { words as messages } from "./messages.js";
import { words as plain } from "./plain.js";
import { words as terms } from "./terms.js";

/** @typedef {import("../types.js").Language} Language */
/** @typedef {Partial<Record<Intl.LDMLPluralRule, string>>} Forms */
/** @typedef {Record<Language, Record<string, string | Forms>>} Words */

/** The texts needed for the first paint; `addWords` adds the others. @type {Words[]} */
export const areas = [core, messages, plain, choosing, terms];

/** Adds texts that are loaded later. @param {...Words} added */
export function addWords(...added) {
  for (const area of added) {
    if (!areas.includes(area)) areas.push(area);
  }
}

/** @type {Language} */
let current = "en";

/** @returns {Language} */
export function language() {
  return current;
}

/** @param {Language} chosen */
export function setLanguage(chosen) {
  current = chosen;
  document.documentElement.lang = chosen === "zh" ? "zh-Hans" : chosen;
}

/**
 * The text of a key in the current language. `{name}` is replaced by a value;
 * if the text has plural forms, the value `count` selects one.
 *
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const entry = areas.find((area) => area[current][key] !== undefined)?.[current][key];
  if (entry === undefined) {
    console.error(`no text for ${key}`);
    return key;
  }
  const text = typeof entry === "string" ? entry : form(entry, Number(values["count"] ?? 0));
  return text.replace(/\{(\w+)\}/g, (whole, name) => isolated(String(values[name] ?? whole)));
}

/** Letters that are written from right to left. */
const LEFTWARDS = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** A name, so that its letters do not turn round the text beside it. @param {string} name */
function isolated(name) {
  return LEFTWARDS.test(name) ? `\u2068${name}\u2069` : name;
}

/** The title of a game; a rule file has its own title, or none. @param {import("../types.js").GameInfo} game */
export function titleOf(game) {
  return game.title ?? t(game.source === undefined ? `game.${game.name}` : "control.rules");
}

/** Whether there is a text for a key. @param {string} key */
export function has(key) {
  return areas.some((area) => area[current][key] !== undefined);
}

/** @param {Forms} forms @param {number} count */
function form(forms, count) {
  const rule = new Intl.PluralRules(current).select(count);
  return forms[rule] ?? forms.other ?? "";
}
