/**
 * The combined assets and the separate files give the same page.
 */
import assert from "node:assert/strict";
import { mainGames } from "./api.mjs";
import { fragment, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { openDialog } from "./dialogs.mjs";
import { textsShown } from "./texts.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Opens a page and makes a move. @param {Page} page @param {string} address @returns {Promise<{texts: string[], paths: string[]}>} */
async function visit(page, address) {
  /** @type {string[]} */
  const paths = [];
  const note = (/** @type {import("playwright-core").Request} */ request) => paths.push(new URL(request.url()).pathname);
  page.on("request", note);
  await page.goto("about:blank");
  await page.goto(address);
  await ready(page);
  await press(page, "step");
  await ready(page);
  page.off("request", note);
  return { texts: await textsShown(page), paths };
}

onPage("joined", (check) => {
  for (const game of mainGames) {
    check(`${game} in few answers and file by file`, {}, async ({ page, address }) => {
      const joined = await visit(page, `${address}/${fragment(game)}`);
      // The rules of a game are unfolded on its first visit only.
      await page.evaluate(() => localStorage.removeItem("kibitz.seen"));
      const files = await visit(page, `${address}/index.html${fragment(game)}`);
      assert.deepEqual(joined.texts, files.texts);
      assert.ok(joined.texts.length > 20);
      const scripts = joined.paths.filter((path) => /\.(js|css)$/.test(path)).sort();
      assert.deepEqual(scripts, ["/joined-later.js", `/joined-${game}.js`, "/joined.css", "/joined.js"].sort());
      await page.goto(`${address}/${fragment(game)}`);
      await ready(page);
      const dialogs = page.waitForRequest(`${address}/joined-dialogs.js`);
      await openDialog(page, "help");
      await dialogs;
      assert.ok(files.paths.includes("/main.js") && files.paths.includes("/panels/rest.js"));
      assert.ok(!files.paths.some((path) => path.includes("joined")));
    });
  }
});
