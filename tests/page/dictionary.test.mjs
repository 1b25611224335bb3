/**
 * The three dictionaries have equal keys, equal placeholders, and the plural
 * forms that their language needs.
 */
import assert from "node:assert/strict";
import { onPage } from "./browser.mjs";
import { dictionaries } from "./texts.mjs";

const languages = /** @type {const} */ (["en", "zh", "ru"]);

/** Counts that cover every plural form of whole numbers. */
const COUNTS = Array.from({ length: 130 }, (_, count) => count);

/** @param {string | Record<string, string>} entry */
const forms = (entry) => (typeof entry === "string" ? [entry] : Object.values(entry));

/** The placeholders of a text; `nameOf` is `name` in the genitive, which not every language has. @param {string} text */
const placeholders = (text) => [...text.matchAll(/\{(\w+?)(Of)?\}/g)].map((found) => found[1]).sort();

/** Names of players, which a language that would have to decline them may omit. */
const PLAYERS = new Set(["name", "other", "winner", "loser", "player", "holder"]);

/** @typedef {Awaited<ReturnType<typeof dictionaries>>} Areas */

/** @param {Areas} areas */
function checkKeys(areas) {
  for (const area of areas) {
    for (const language of languages) {
      assert.deepEqual(Object.keys(area[language]).sort(), Object.keys(area.en).sort(), language);
    }
  }
  const keys = areas.flatMap((area) => Object.keys(area.en));
  assert.deepEqual(keys, [...new Set(keys)], "a key twice");
}

/** @param {Areas} areas */
function checkPlaceholders(areas) {
  for (const area of areas) {
    for (const key of Object.keys(area.en)) {
      const wanted = new Set(forms(area.en[key]).flatMap(placeholders));
      for (const language of languages) {
        const found = new Set(forms(area[language][key]).flatMap(placeholders));
        const odd = [...found].filter((name) => !wanted.has(name));
        const lost = [...wanted].filter((name) => !found.has(name) && !PLAYERS.has(name));
        assert.deepEqual({ odd, lost }, { odd: [], lost: [] }, `${key} in ${language}`);
      }
    }
  }
}

/** @param {Areas} areas */
function checkForms(areas) {
  for (const area of areas) {
    for (const language of languages) {
      const rules = new Intl.PluralRules(language);
      for (const [key, entry] of Object.entries(area[language])) {
        const isSpace = forms(area.en[key]).every((text) => text.trim() === "");
        assert.ok(isSpace || forms(entry).every((text) => text.trim() !== ""), `${key} in ${language} is empty`);
        if (typeof entry === "string") continue;
        for (const count of COUNTS) assert.ok(entry[rules.select(count)], `${key} in ${language} for ${count}`);
      }
    }
  }
}

onPage("dictionaries", (check) => {
  check("equal keys and placeholders in all languages, and a form for every count", { place: "" }, async ({ page }) => {
    const areas = await dictionaries(page);
    assert.ok(areas.length > 5);
    checkKeys(areas);
    checkPlaceholders(areas);
    checkForms(areas);
  });
});
