/**
 * Puzzles have an address without their answer, a streak, and hints; endings that any move
 * wins ask for the fastest win.
 */
import assert from "node:assert/strict";
import { at, fragment, positionShown, press } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";

/** @param {import("playwright-core").Page} page */
const state = (page) => page.locator("[data-puzzle]").getAttribute("data-state");

/** A puzzle as the server gives it. @param {string} address @param {string} game @param {string} query */
async function puzzleOf(address, game, query) {
  const response = await fetch(`${address}/api/v1/games/${game}/puzzle?${query}`);
  return (await response.json()).puzzles[0];
}

onPage("puzzle", (check) => {
  for (const [game, words, query] of [["nim", "puzzle=7", "seed=7"], ["krk", "puzzle=3&kind=fastest", "seed=3&kind=fastest"], ["nine", "puzzle=5", "seed=5"]]) {
    check(`the link of a puzzle of ${game}`, { place: `#/${game}?${words}` }, async ({ page, address }) => {
      const { position, solution } = await puzzleOf(address, game, query);
      await at(page, game, position);
      assert.equal(await state(page), "open");
      assert.equal(await page.locator("[data-value-line][data-value]").count(), 0, "the value is hidden");
      const link = page.url();
      await page.locator(`button[data-move=${JSON.stringify(solution.move)}]`).click();
      await page.locator('[data-puzzle][data-state="solved"]').waitFor();
      assert.equal(page.url(), link, "the address does not have the answer");
      await page.reload();
      await ready(page);
      assert.equal(await positionShown(page), position);
      assert.equal(await state(page), "open");
    });
  }

  check("puzzles solved in a row are counted, each once", { place: "#/nim?puzzle=7" }, async ({ page, address }) => {
    const streak = () => page.locator("[data-streak]").getAttribute("data-streak");
    const right = await puzzleOf(address, "nim", "seed=7");
    await page.locator(`button[data-move=${JSON.stringify(right.solution.move)}]`).click();
    await page.locator('[data-puzzle][data-state="solved"]').waitFor();
    assert.equal(await streak(), "1");
    await open(page, address, "#/nim?puzzle=8");
    const second = await puzzleOf(address, "nim", "seed=8");
    const { moves } = await (await fetch(`${address}/api/v1/games/nim/position?p=${encodeURIComponent(second.position)}`)).json();
    await page.locator(`button[data-move=${JSON.stringify(moves.at(-1).move)}]`).click();
    await page.locator('[data-puzzle][data-state="failed"]').waitFor();
    assert.equal(await streak(), "0");
    await press(page, "puzzle-again");
    await page.locator(`button[data-move=${JSON.stringify(second.solution.move)}]`).click();
    await page.locator('[data-puzzle][data-state="solved"]').waitFor();
    assert.equal(await streak(), "0", "the second try does not count");
  });

  check("an ending that every move wins has puzzles of the fastest win", { place: fragment("kqk"), expected: [/404/] }, async ({ page }) => {
    await press(page, "puzzle");
    await page.locator('[data-puzzle][data-state="open"]').waitFor();
    assert.match(page.url(), /kind=fastest/);
  });

  check("a game without puzzles has no button for them", { place: fragment("kbk"), expected: [/404/] }, async ({ page }) => {
    await page.locator('[data-action="more"]').click();
    await page.locator('[data-action="puzzle"]').waitFor({ state: "detached" });
  });

  for (const language of ["en", "zh", "ru"]) {
    check(`a hint in three steps in ${language}`, { place: "#/nim?puzzle=7", preferences: { language } }, async ({ page, address }) => {
      const { solution } = await puzzleOf(address, "nim", "seed=7");
      const hint = page.locator("[data-hint]");
      await press(page, "puzzle-hint");
      assert.ok(!(await hint.innerText()).includes(solution.move), "the place only");
      assert.ok((await hint.locator("p").innerText()).includes(solution.move[0]));
      await press(page, "hint-more");
      assert.ok((await hint.innerText()).includes(solution.move));
      assert.equal(await page.locator("[data-why][data-kind]").count(), 0);
      await press(page, "hint-more");
      await page.locator("[data-why][data-kind]").waitFor();
      await page.locator(`button[data-move=${JSON.stringify(solution.move)}]`).click();
      await hint.waitFor({ state: "hidden" });
    });
  }
});
