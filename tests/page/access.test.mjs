/**
 * Accessibility: axe-core finds no serious issue, each move is announced to
 * screen readers, reduced motion is respected, and nothing flashes more than
 * three times a second.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { mainGames } from "./api.mjs";
import { at, fragment, go, labelOf, stopClock } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";
import { flashesInASecond, watchBrightness } from "./flashing.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/** Fails if axe-core finds a serious or critical issue. @param {Page} page @param {string} where */
async function checkAxe(page, where) {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { violations } = await window.axe.run(document, { resultTypes: ["violations"] });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html.slice(0, 160)).slice(0, 3)}`);
  });
  assert.deepEqual(found, [], where);
}

onPage("access", (check) => {
  for (const palette of ["default", "light", "safe"]) {
    check(`axe-core on all boards, ${palette} colours`, { place: fragment("nim"), preferences: { palette } }, async ({ page, api }) => {
      for (const game of [...mainGames, "tictactoe", "calendar", "nim"]) {
        const { position, moves } = await api.position(game);
        await go(page, game, { p: position });
        await page.locator("button[data-move]").first().click();
        await at(page, game, moves[0].position);
        await checkAxe(page, game);
      }
    });
  }

  for (const [game, palette] of [["numbers", "default"], ["nine", "default"], ["numbers", "light"]]) {
    check(`axe-core on the dialogs of ${game}, ${palette} colours`, { place: fragment(game), preferences: { palette } }, async ({ page }) => {
      for (const name of await dialogs(page)) {
        await openDialog(page, name);
        await checkAxe(page, name);
        await closeDialog(page);
      }
    });
  }

  check("each move is announced", { place: fragment("nim") }, async ({ page, api }) => {
    const live = page.locator("[data-live]");
    assert.match((await live.getAttribute("aria-live")) ?? "", /polite|assertive/);
    for (const game of [...mainGames, "tictactoe", "calendar", "nim"]) {
      let answer = await api.position(game);
      await go(page, game, { p: answer.position });
      for (let ply = 0; ply < 3; ply += 1) {
        const { move, position } = answer.moves[0];
        await page.locator("button[data-move]").first().click();
        await at(page, game, position);
        const announced = await live.innerText();
        assert.ok(announced.includes(labelOf(game, move)), `${move} is announced: ${announced}`);
        answer = await api.position(game, position);
      }
    }
  });

  check("playable cards of nine flash at most three times a second", { place: fragment("nine", { p: "C:7-J D:- S:9-9 H:8-9 Alice" }), motion: true }, async ({ page, api }) => {
    const { moves } = await api.position("nine", "C:7-J D:- S:9-9 H:8-9 Alice");
    const { times, spots } = await watchBrightness(page, 2500);
    for (const { move } of moves) assert.ok(flashesInASecond(times, spots[move]) > 0, `${move} flashes`);
    for (const [id, levels] of Object.entries(spots)) {
      const flashes = flashesInASecond(times, levels);
      assert.ok(flashes <= 3, `${id} flashes ${flashes} times in a second`);
    }
  });

  check("nothing flashes with reduced motion", { place: fragment("nine") }, async ({ page }) => {
    const { times, spots } = await watchBrightness(page, 1500);
    for (const [id, levels] of Object.entries(spots)) assert.equal(flashesInASecond(times, levels), 0, id);
  });

  check("moves are made immediately with reduced motion", { place: fragment("nim"), clock: true }, async ({ page, api }) => {
    // The page's clock is stopped: only what needs no time can happen.
    await stopClock(page);
    for (const game of mainGames) {
      const { position, moves } = await api.position(game);
      await go(page, game, { p: position });
      await page.locator("button[data-move]").first().click();
      await at(page, game, moves[0].position);
    }
  });
});
