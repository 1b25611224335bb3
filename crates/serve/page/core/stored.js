/**
 * Small JSON values in the browser's storage; the page works without it.
 *
 * @module
 */

/** @param {string} key @returns {unknown} null if there is none, or it is damaged */
export function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Not stored.
  }
}
