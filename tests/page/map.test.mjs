/**
 * Maps: the button is shown exactly if the game has a map, which depends on its parameters.
 * A map is shaded by distance, numbered, and replays the solve level by level; a small one
 * beside the board shows where the game is.
 */
import assert from "node:assert/strict";
import { at, fragment, press } from "./board.mjs";
import { onPage, phone } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {[string, Record<string, string>, number][]} */
const cases = [
  ["marbles", {}, 1],
  ["marbles", { rows: "1" }, 0],
];

/** The colours of some cells of the map. @param {Page} page @param {[number, number][]} cells rows and columns */
function colours(page, cells) {
  return page.locator("[data-map]").evaluate((canvas, cells) => cells.map(([row, column]) => canvas.getContext("2d").getImageData(column, row, 1, 1).data.join()), cells);
}

/** @param {Page} page */
async function openMap(page) {
  await openDialog(page, "map");
  await page.locator('[data-action="map-level"]').waitFor();
}

onPage("maps", (check) => {
  for (const [game, set, buttons] of cases) {
    check(`${game} ${JSON.stringify(set)}: ${buttons} buttons`, { place: fragment(game, { set }) }, async ({ page }) => {
      assert.equal(await page.locator("body").getAttribute("data-game"), game);
      assert.equal(await page.locator('[data-action="map"]').count(), buttons);
    });
  }

  check("the solve is shown level by level", { place: fragment("nim", { p: "5 9" }) }, async ({ page, api }) => {
    await openMap(page);
    const level = page.locator('[data-action="map-level"]');
    /** @type {[number, number][]} */
    const cells = [[0, 0], [0, 5], [3, 3], [5, 9], [20, 20], [40, 60]];
    const whole = await colours(page, cells);
    await level.fill("0");
    const [, unsolved] = await colours(page, cells);
    for (const limit of [0, 3, 6, 12, 40]) {
      await level.fill(String(limit));
      const shown = await colours(page, cells);
      for (const [at, [row, column]] of cells.entries()) {
        const { plies } = await api.position("nim", `${row} ${column}`);
        assert.equal(shown[at] === unsolved, plies > limit, `${row} ${column} at level ${limit}`);
        if (plies <= limit) assert.equal(shown[at], whole[at]);
      }
    }
    // The same result is fainter farther from the end.
    assert.notEqual(whole[1], whole[5]);
    assert.notEqual(whole[0], whole[2]);
    await level.fill("0");
    await press(page, "map-play");
    await page.waitForFunction(() => Number(document.querySelector('[data-action="map-level"]').value) > 3);
  });

  check("rows and columns are numbered", { place: fragment("nim", { p: "5 9" }) }, async ({ page }) => {
    await openMap(page);
    for (const zoom of ["4", "8"]) {
      await press(page, `zoom-${zoom}`);
      const box = await page.locator("[data-map]").boundingBox();
      for (const [axis, side, start] of [[".map-columns", "x", box.x], [".map-rows", "y", box.y]]) {
        const places = await page.locator(`${axis} span`).evaluateAll((ticks) => ticks.map((tick) => {
          const { left, top, width, height } = tick.getBoundingClientRect();
          return { number: Number(tick.textContent), x: left + width / 2, y: top + height / 2 };
        }));
        assert.ok(places.length > 2);
        for (const place of places) {
          const wanted = start + (place.number + 0.5) * Number(zoom);
          assert.ok(Math.abs(place[side] - wanted) < 3, `${axis} ${place.number}: ${place[side]}, not ${wanted}`);
        }
      }
    }
  });

  check("a small map beside the board shows where the game is", { place: fragment("nim", { p: "5 9" }) }, async ({ page }) => {
    assert.equal(await page.locator("[data-minimap]").isVisible(), false);
    await openMap(page);
    await closeDialog(page);
    const small = page.locator("[data-minimap]");
    await small.waitFor();
    const mark = () => page.locator(".minimap-here").evaluate(({ style }) => [style.left, style.top].map(parseFloat));
    assert.deepEqual((await mark()).map((part) => Math.round(part * 0.64 - 0.5)), [9, 5]);
    await page.locator('button[data-move="2: -4"]').click();
    await at(page, "nim", "5 5");
    assert.deepEqual((await mark()).map((part) => Math.round(part * 0.64 - 0.5)), [5, 5]);
    await small.click();
    await page.locator('dialog[open][data-dialog="map"]').waitFor();
  });

  check("a map on a phone", { place: fragment("numbers"), viewport: phone }, async ({ page }) => {
    await openMap(page);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), phone.width);
  });

  check("hidden answers are not on the map", { place: fragment("nim", { p: "5 9" }), preferences: { hideAnswers: true } }, async ({ page }) => {
    await openDialog(page, "map");
    await page.locator(".map-legend", { hasText: /hidden/ }).waitFor();
    const [lost, won] = await colours(page, [[5, 5], [5, 9]]);
    assert.equal(lost, won);
    assert.equal(await page.locator('[data-action="map-level"]').isVisible(), false);
  });
});
