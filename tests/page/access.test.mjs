/**
 * Everybody can play: axe-core finds no serious fault, each move is told to
 * screen readers, motion can be avoided, and nothing flashes more than three
 * times a second.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { mainGames } from "./api.mjs";
import { at, fragment } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";
import { flashesInASecond, watchBrightness } from "./flashing.mjs";

const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** @typedef {import("playwright-core").Page} Page */

/** Fails where axe-core finds a serious or critical fault. @param {Page} page @param {string} where */
async function examine(page, where) {
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
  for (const game of [...mainGames, "nim", "tictactoe", "calendar"]) {
    for (const palette of ["default", "safe"]) {
      check(`axe-core on ${game}, ${palette} colours`, { place: fragment(game), preferences: { palette } }, async ({ page }) => {
        await page.locator("button[data-move]").first().click();
        await ready(page);
        await examine(page, "board");
        if (palette === "safe") return;
        for (const name of await dialogs(page)) {
          await openDialog(page, name);
          await examine(page, name);
          await closeDialog(page);
        }
      });
    }

    check(`each move of ${game} is told`, { place: fragment(game) }, async ({ page }) => {
      const live = page.locator("[data-live]");
      assert.match((await live.getAttribute("aria-live")) ?? "", /polite|assertive/);
      for (let ply = 0; ply < 3 && (await page.locator("button[data-move]").count()) > 0; ply += 1) {
        const move = (await page.locator("button[data-move]").first().getAttribute("data-move")) ?? "";
        const said = await live.innerText();
        await page.locator("button[data-move]").first().click();
        await page.waitForFunction((before) => document.querySelector("[data-live]")?.textContent !== before, said);
        await ready(page);
        const told = (await live.innerText()).trim();
        if (move !== "pass") assert.ok(told.includes(move), `${move} is told: ${told}`);
      }
    });
  }

  check("what can be laid in nine flashes, at most three times a second", { place: fragment("nine", { p: "C:7-J D:- S:9-9 H:8-9 Alice" }), motion: true }, async ({ page, api }) => {
    const { moves } = await api.position("nine", "C:7-J D:- S:9-9 H:8-9 Alice");
    const { times, spots } = await watchBrightness(page, 2500);
    for (const { move } of moves) assert.ok(flashesInASecond(times, spots[move]) > 0, `${move} flashes`);
    for (const [id, levels] of Object.entries(spots)) {
      const flashes = flashesInASecond(times, levels);
      assert.ok(flashes <= 3, `${id} flashes ${flashes} times in a second`);
    }
  });

  check("nothing flashes where motion is to be avoided", { place: fragment("nine") }, async ({ page }) => {
    const { times, spots } = await watchBrightness(page, 1500);
    for (const [id, levels] of Object.entries(spots)) assert.equal(flashesInASecond(times, levels), 0, id);
  });

  for (const game of mainGames) {
    check(`${game} moves at once where motion is to be avoided`, { place: fragment(game), clock: true }, async ({ page, api }) => {
      // The page's clock stands still: only what needs no time can happen.
      await page.clock.pauseAt(Date.now() + 60_000);
      const { moves } = await api.position(game);
      await page.locator("button[data-move]").first().click();
      await at(page, game, moves[0].position);
    });
  }
});
