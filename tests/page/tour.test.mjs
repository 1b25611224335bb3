/**
 * The guided tour goes backwards from the end of a game. What it says of each stop is what
 * the server says of that position.
 */
import assert from "node:assert/strict";
import { fragment, press } from "./board.mjs";
import { desktop, onPage, phone, ready } from "./browser.mjs";
import { openDialog } from "./dialogs.mjs";

/** @param {import("playwright-core").Page} page */
const stop = (page) => page.locator('dialog[open][data-dialog="tour"]').getAttribute("data-stop");

onPage("tour", (check) => {
  for (const game of ["marbles", "nine"]) {
    for (const language of ["en", "zh", "ru"]) {
      check(`the tour of ${game} in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page, api }) => {
        await openDialog(page, "gallery");
        await press(page, `tour-${game}`);
        const tour = page.locator('dialog[open][data-dialog="tour"]');
        await tour.waitFor();
        const { steps } = await api.line(game);
        const stops = { start: 0, end: steps.length, win: steps.length - 1, loss: steps.length - 2, idea: 0 };
        for (const [name, ply] of Object.entries(stops)) {
          assert.equal(await stop(page), name);
          const { position } = ply === 0 ? await api.position(game) : steps[ply - 1];
          await page.locator(`body[data-position=${JSON.stringify(position)}][data-busy="false"]`).waitFor({ state: "attached" });
          const { moves, value, plies, result } = await api.position(game, position);
          if (name === "end") assert.equal(result, "loss");
          if (name === "win") assert.ok(value === "win" && plies === 1 && moves.some((move) => move.value === "win"));
          if (name === "loss") assert.ok(value === "loss" && moves.every((move) => move.value === "loss"));
          assert.ok((await tour.locator("p").first().innerText()).length > 15);
          await press(page, "tour-next");
        }
        assert.equal(await tour.count(), 0);
        await ready(page);
      });
    }
  }

  for (const viewport of [desktop, phone]) {
    check(`the tour is skipped, and leaves the board in use, at ${viewport.width}`, { place: fragment("marbles"), viewport }, async ({ page }) => {
      await press(page, "tour");
      const tour = page.locator('dialog[open][data-dialog="tour"]');
      await tour.waitFor();
      const [dialog, board] = [await tour.boundingBox(), await page.locator("[data-scene] .stage").boundingBox()];
      const isApart = dialog.y >= board.y + board.height || dialog.x >= board.x + board.width;
      assert.ok(isApart, `${JSON.stringify(dialog)} over ${JSON.stringify(board)}`);
      await press(page, "tour-next");
      await press(page, "tour-skip");
      assert.equal(await tour.count(), 0);
    });
  }

  check("another game ends the tour", { place: fragment("marbles") }, async ({ page }) => {
    await press(page, "tour");
    await page.locator('dialog[open][data-dialog="tour"]').waitFor();
    await page.locator('select[data-action="game"]').selectOption("nim");
    await page.locator('body[data-game="nim"][data-busy="false"]').waitFor({ state: "attached" });
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });
});
