/**
 * Texts of the server (syntax of positions and moves, parameters, contest formats) are shown
 * in the language of the page; the catalogue has no text that the server does not have.
 */
import assert from "node:assert/strict";
import { fragment } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";

onPage("texts of the server", (check) => {
  for (const [language, letters] of [["zh", /\p{Script=Han}/u], ["ru", /\p{Script=Cyrillic}/u]]) {
    check(`all games in ${language}`, { place: fragment("nim"), preferences: { language }, expected: [/404/] }, async ({ page, api }) => {
      for (const { name, shown, parameters, contest, position, move_syntax } of await api.games()) {
        // The dialogs are the same for an unsolved game.
        await page.evaluate(async (name) => (location.hash = `#/${name}`), name);
        await page.locator(`body[data-game="${name}"]`).waitFor({ state: "attached" });
        for (const [dialog, texts] of [["help", [position, move_syntax]], ["position", [position, ...parameters.map(({ meaning }) => meaning)]], ["paste", [contest]]]) {
          if (dialog === "paste" && contest === null) continue;
          const opened = await openDialog(page, dialog);
          assert.deepEqual(await opened.locator('[lang="en"]').allInnerTexts(), [], `${name} ${dialog}`);
          const all = (await opened.innerText()).replaceAll("\n", " ");
          assert.match(all, letters);
          for (const text of texts) assert.ok(text === null || !all.includes(text) || !/[a-z]{4}/.test(text), `${name}: ${text}`);
          await closeDialog(page);
        }
        assert.ok(shown.length > 0);
      }
    });
  }

  check("every text of the catalogue is one of the server", { place: fragment("nim") }, async ({ page, api }) => {
    const all = (await api.games()).flatMap(({ parameters, contest, position, move_syntax }) => [position, move_syntax, contest, ...parameters.map(({ meaning }) => meaning)]);
    const known = new Set(all.map((text) => text?.replaceAll("`", "")).flatMap((text) => (text === undefined ? [] : [text, text.replace(/,? e\.g\. .*$/, "")])));
    const keys = await page.evaluate(async () => Object.keys((await import("/words/server.js")).words.en));
    assert.ok(keys.length > 40);
    assert.deepEqual(keys.map((key) => key.replace("server:", "")).filter((text) => !known.has(text)), []);
  });
});
