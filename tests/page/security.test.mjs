/**
 * The strict Content-Security-Policy is sent, and the page needs no exception:
 * visiting everything gives no report, and no request leaves the server.
 */
import assert from "node:assert/strict";
import { mainGames } from "./api.mjs";
import { at, fragment, go } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";

onPage("security", (check) => {
  check("the policy forbids inline script and style", {}, async ({ page, address, browserErrors }) => {
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
    // The error shows that the other tests would detect a violation.
    assert.ok(browserErrors.list.some((text) => text.startsWith("console: policy: script-src")));
    browserErrors.list.length = 0;
  });

  check("no game violates the policy", { place: fragment("nim"), motion: true }, async ({ page, api }) => {
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
