/**
 * Rule files that the user has edited, by what each began as: an example, or nothing. So
 * another example takes the place of none of them.
 *
 * @module
 */

import { store, stored } from "./stored.js";

const KEY = "kibitz.rules";

/** The number of files kept. */
const MOST = 12;

/** A file that began as nothing. */
export const OWN = "own";

/** What each began as, and its text; the one edited last is the last. @returns {[string, string][]} */
export function drafts() {
  const found = stored(KEY);
  const isDraft = (/** @type {unknown} */ one) => Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === "string");
  return Array.isArray(found) ? found.filter(isDraft) : [];
}

/** @param {string} origin @param {string} text */
export function keepDraft(origin, text) {
  store(KEY, [...drafts().filter(([name]) => name !== origin), [origin, text]].slice(-MOST));
}

/** The title of a rule file: its first comment, up to a colon or a full stop. @param {string} text */
export function titleIn(text) {
  return /^#+\s*([^:.\n]{1,60})/m.exec(text)?.[1]?.trim();
}
