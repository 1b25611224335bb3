/**
 * Three languages: switching leaves no untranslated key on the page, and in
 * Chinese and Russian no English. A missing key is logged to the console, which
 * fails the test like any browser error.
 */
import assert from "node:assert/strict";
import { mainGames, plainGames } from "./api.mjs";
import { fragment, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";
import { dictionaries, textsShown } from "./texts.mjs";

/** @typedef {import("playwright-core").Page} Page */

const attributes = { en: "en", zh: "zh-Hans", ru: "ru" };

/**
 * Names, keyboard keys and mathematical signs, which are the same in every
 * language.
 */
const NAMES = new Set(
  `kibitz judge serve solve Alice Bob Grundy Nim Codeforces Luogu HDU XOR mex mod mis Home End Enter Kayles Python Quixo Teeko start moves PNG SVG`.split(/\s+/),
);

/** All texts of the board, the panels and each dialog. @param {Page} page */
async function allTexts(page) {
  const texts = await textsShown(page);
  for (const name of await dialogs(page)) {
    await openDialog(page, name);
    texts.push(...(await textsShown(page)));
    await closeDialog(page);
  }
  return [...new Set(texts)];
}

/** Words in Latin letters that are neither names nor input syntax. @param {string} text @param {Set<string>} typed */
function englishIn(text, typed) {
  const words = text.match(/[A-Za-z]{3,}/g) ?? [];
  return words.filter((word) => !NAMES.has(word) && !typed.has(word));
}

onPage("language", (check) => {
  for (const game of [...mainGames, ...plainGames]) {
    check(`${game} in three languages`, { place: fragment(game) }, async ({ page, api }) => {
      const keys = (await dictionaries(page)).flatMap((area) => Object.keys(area.en));
      const info = (await api.games()).find(({ name }) => name === game);
      const { moves } = await api.position(game);
      const typed = new Set([game, ...info.parameters.map(({ name }) => name), ...moves.flatMap(({ move }) => move.split(" "))]);
      for (const language of ["zh", "ru", "en"]) {
        await page.locator('[data-action="language"]').selectOption(language);
        await page.locator(`html[lang="${attributes[language]}"]`).waitFor({ state: "attached" });
        await ready(page);
        await press(page, "step");
        await ready(page);
        const texts = await allTexts(page);
        assert.ok(texts.length > 40, `few texts: ${texts}`);
        assert.deepEqual(texts.filter((text) => keys.some((key) => text.includes(key))), [], "keys in place of texts");
        assert.deepEqual(texts.filter((text) => /\{\w+\}/.test(text)), [], "placeholders in texts");
        if (language !== "en") {
          const english = texts.filter((text) => englishIn(text, typed).length > 0);
          assert.deepEqual(english, [], `English in ${language}`);
        }
      }
    });
  }

  check("the language is stored", { place: fragment("marbles") }, async ({ page }) => {
    await page.locator('[data-action="language"]').selectOption("ru");
    await page.reload();
    await ready(page);
    assert.equal(await page.locator("html").getAttribute("lang"), "ru");
    assert.equal(await page.locator('[data-action="language"]').inputValue(), "ru");
  });
});
