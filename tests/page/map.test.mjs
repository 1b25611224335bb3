/**
 * The map button is shown exactly if the game has a map, which depends on its
 * parameters.
 */
import assert from "node:assert/strict";
import { fragment } from "./board.mjs";
import { onPage } from "./browser.mjs";

/** @type {[string, Record<string, string>, number][]} */
const cases = [
  ["marbles", {}, 1],
  ["marbles", { rows: "1" }, 0],
];

onPage("maps", (check) => {
  for (const [game, set, buttons] of cases) {
    check(`${game} ${JSON.stringify(set)}: ${buttons} buttons`, { place: fragment(game, { set }) }, async ({ page }) => {
      assert.equal(await page.locator("body").getAttribute("data-game"), game);
      assert.equal(await page.locator('[data-action="map"]').count(), buttons);
    });
  }
});
