/**
 * The strict policy is sent, and the page needs no exception from it: a visit
 * to everything gives no report, and no request goes elsewhere.
 */
import assert from "node:assert/strict";
import { mainGames } from "./api.mjs";
import { at, fragment, go } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";

onPage("security", (check) => {
  check("the policy forbids inline script and style", {}, async ({ page, address, complaints }) => {
    const response = await page.goto(`${address}/`);
    const headers = response?.headers() ?? {};
    const policy = headers["content-security-policy"] ?? "";
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self'(;|$)/);
    assert.match(policy, /style-src 'self'(;|$)/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(headers["x-content-type-options"], "nosniff");
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.body.dataset.broken = 'true'";
      document.body.append(script);
    });
    assert.equal(await page.locator("body").getAttribute("data-broken"), null);
    // The complaint shows that the other tests would hear of one.
    assert.ok(complaints.list.some((text) => text.startsWith("console: policy: script-src")));
    complaints.list.length = 0;
  });

  check("nothing to report of any game", { place: fragment("nim"), motion: true }, async ({ page, api }) => {
    for (const game of [...mainGames, "tictactoe", "calendar", "nim"]) {
      const { position, moves } = await api.position(game);
      await go(page, game, { p: position });
      await page.locator("button[data-move]").first().click();
      await at(page, game, moves[0].position);
      for (const name of await dialogs(page)) {
        await openDialog(page, name);
        await closeDialog(page);
      }
    }
  });
});
