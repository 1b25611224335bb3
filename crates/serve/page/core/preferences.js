/**
 * What a person prefers, kept from visit to visit.
 *
 * @module
 */

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
    palette: "default",
    soundVolume: 0.6,
    musicVolume: 0.25,
    soundMuted: false,
    musicMuted: false,
    hideAnswers: false,
    speed: 2,
    strength: 100,
  };
}

/**
 * What was kept; anything that is damaged or of another type is as if it had
 * never been set.
 *
 * @returns {Preferences}
 */
export function loadPreferences() {
  const known = defaults();
  /** @type {Record<string, unknown>} */
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // No storage here, or nonsense in it: the defaults will do.
  }
  for (const [name, value] of Object.entries(known)) {
    if (isLike(name, kept[name], value)) Object.assign(known, { [name]: kept[name] });
  }
  return known;
}

/** @param {string} name @param {unknown} found @param {unknown} usual */
function isLike(name, found, usual) {
  if (name === "language") return found === "en" || found === "zh" || found === "ru";
  if (name === "palette") return found === "default" || found === "safe";
  if (name === "speed") return Number.isInteger(found) && Number(found) >= 1 && Number(found) <= 5;
  if (name === "strength") return Number.isInteger(found) && Number(found) >= 0 && Number(found) <= 100;
  if (typeof usual === "number") return typeof found === "number" && found >= 0 && found <= 1;
  return typeof found === typeof usual;
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Not kept, then; the page works without.
  }
}
