/**
 * Rule files that the user has written or allowed: those of an address are run only then.
 *
 * @module
 */

import { store, stored } from "./stored.js";

const KEY = "kibitz.trusted";

/** The number of files remembered. */
const MOST = 30;

/** @returns {string[]} */
function trusted() {
  const list = stored(KEY);
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}

/** Trusted in this visit, also without storage. @type {Set<string>} */
const now = new Set();

/** @param {string} packed a rule file, as in the address */
export const isTrusted = (packed) => now.has(packed) || trusted().includes(packed);

/** @param {string} packed */
export function trust(packed) {
  now.add(packed);
  store(KEY, [...trusted().filter((one) => one !== packed), packed].slice(-MOST));
}
