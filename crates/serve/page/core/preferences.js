/**
 * User preferences, stored in the browser.
 *
 * @module
 */

import { store, stored } from "./stored.js";

/** @typedef {import("../types.js").Preferences} Preferences */
/** @typedef {import("../types.js").Language} Language */

const KEY = "kibitz";

/** @returns {Language} */
function languageOfBrowser() {
  for (const tag of navigator.languages ?? []) {
    const language = tag.slice(0, 2).toLowerCase();
    if (language === "zh" || language === "ru" || language === "en") return language;
  }
  return "en";
}

/** @returns {Preferences} */
function defaults() {
  return {
    language: languageOfBrowser(),
    palette: "system",
    soundVolume: 0.6,
    musicVolume: 0.25,
    soundMuted: false,
    musicMuted: true,
    hideAnswers: false,
    speed: 2,
    strength: 100,
    seenMap: false,
    streak: 0,
    longestStreak: 0,
  };
}

/**
 * The stored preferences; missing or invalid entries take their defaults.
 *
 * @returns {Preferences}
 */
export function loadPreferences() {
  const known = defaults();
  const found = /** @type {Record<string, unknown>} */ (Object(stored(KEY)));
  for (const [name, value] of Object.entries(known)) {
    if (isLike(name, found[name], value)) Object.assign(known, { [name]: found[name] });
  }
  return known;
}

/** Whether nothing is stored yet. */
export function isFirstVisit() {
  try {
    return localStorage.getItem(KEY) === null;
  } catch {
    return false;
  }
}

/** @param {string} name @param {unknown} found @param {unknown} expected */
function isLike(name, found, expected) {
  if (name === "language") return found === "en" || found === "zh" || found === "ru";
  if (name === "palette") return found === "system" || found === "default" || found === "light" || found === "safe";
  if (name === "speed") return Number.isInteger(found) && Number(found) >= 1 && Number(found) <= 5;
  if (name === "strength") return Number.isInteger(found) && Number(found) >= 0 && Number(found) <= 100;
  if (name === "streak" || name === "longestStreak") return Number.isSafeInteger(found) && Number(found) >= 0;
  if (typeof expected === "number") return typeof found === "number" && found >= 0 && found <= 1;
  return typeof found === typeof expected;
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  store(KEY, preferences);
}
