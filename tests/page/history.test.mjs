/** Undo, redo, variations, shared addresses, reload, the browser's own buttons, copying. */
import assert from "node:assert/strict";
import { mainGames, randomGame } from "./api.mjs";
import { at, fragment, go, labelOf, press } from "./board.mjs";
import { onPage } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Plays moves by the list, each from its position. @param {Page} page @param {string} game @param {string[]} moves @param {{position: string}[]} answers */
async function playList(page, game, moves, answers) {
  for (const [ply, move] of moves.entries()) {
    await page.locator(`button[data-move=${JSON.stringify(move)}]`).click();
    await at(page, game, answers[ply + 1].position);
  }
}

/** The moves along the line shown, without variations. @param {Page} page */
function lineShown(page) {
  return page.locator("[data-history] > [data-ply]").evaluateAll((places) => places.slice(1).map((place) => place.textContent));
}

/** @param {string} game @param {string[]} moves */
const numbered = (game, moves) => moves.map((move, index) => `${index + 1}. ${labelOf(game, move)}`);

onPage("history", (check) => {
  for (const [index, game] of [...mainGames, "nim"].entries()) {
    check(`${game}: undo, redo, a shared address, reload, back and forward`, { place: fragment(game) }, async ({ page, context, api }) => {
      const { answers, moves } = await randomGame(api, game, { seed: 40 + index, length: 4 });
      const positions = answers.map(({ position }) => position);
      const end = positions[positions.length - 1];
      await playList(page, game, moves, answers);
      assert.deepEqual(await lineShown(page), numbered(game, moves));

      for (const position of positions.slice(0, -1).reverse()) {
        await press(page, "undo");
        await at(page, game, position);
      }
      assert.ok(await page.locator('[data-action="undo"]').isDisabled());
      for (const position of positions.slice(1)) {
        await press(page, "redo");
        await at(page, game, position);
      }
      assert.ok(await page.locator('[data-action="redo"]').isDisabled());
      await page.keyboard.press("Home");
      await at(page, game, positions[0]);
      await page.keyboard.press("End");
      await at(page, game, end);

      const shared = page.url();
      const guest = await context.newPage();
      await guest.goto(shared);
      await at(guest, game, end);
      assert.deepEqual(await lineShown(guest), numbered(game, moves));
      await guest.keyboard.press("ArrowLeft");
      await at(guest, game, positions[positions.length - 2]);
      await guest.close();

      await page.reload();
      await at(page, game, end);
      assert.deepEqual(await lineShown(page), numbered(game, moves));

      await go(page, "subtraction", { p: "13" });
      await page.goBack();
      await at(page, game, end);
      await page.goForward();
      await at(page, "subtraction", "13");
    });
  }

  check("another move adds a variation, and both are kept", { place: fragment("marbles") }, async ({ page, api }) => {
    const start = await api.position("marbles");
    const [first, second] = start.moves;
    await playList(page, "marbles", [first.move], [start, first]);
    await press(page, "undo");
    await at(page, "marbles", start.position);
    await playList(page, "marbles", [second.move], [start, second]);
    assert.deepEqual(await lineShown(page), numbered("marbles", [first.move]));
    const variation = page.locator("[data-history] .variation [data-ply]");
    assert.deepEqual(await variation.allTextContents(), numbered("marbles", [second.move]));
    await page.locator("[data-history] > [data-ply]").nth(1).click();
    await at(page, "marbles", first.position);
    await variation.click();
    await at(page, "marbles", second.position);
  });

  check("the graph navigates to any ply", { place: fragment("piles") }, async ({ page, api }) => {
    const { answers, moves } = await randomGame(api, "piles", { seed: 3, length: 4 });
    await playList(page, "piles", moves, answers);
    const graph = page.locator("[data-graph]");
    assert.equal(await graph.getAttribute("aria-valuenow"), String(moves.length));
    await graph.focus();
    await page.keyboard.press("Home");
    await at(page, "piles", answers[0].position);
    await page.keyboard.press("ArrowRight");
    await at(page, "piles", answers[1].position);
    await graph.click({ position: { x: 6, y: 20 } });
    await at(page, "piles", answers[0].position);
  });

  const permissions = { options: { permissions: ["clipboard-read", "clipboard-write"] } };
  check("copy as text, and share", { place: fragment("marbles"), ...permissions }, async ({ page, api }) => {
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const { moves } = await api.position("marbles");
    await page.locator("button[data-move]").first().click();
    await at(page, "marbles", moves[0].position);
    await press(page, "copy");
    await page.locator("[data-notice]", { hasText: "Position copied" }).waitFor({ state: "attached" });
    assert.equal(await copied(), moves[0].position);
    await press(page, "share");
    await page.locator("[data-notice]", { hasText: "Address copied" }).waitFor({ state: "attached" });
    const shared = await copied();
    assert.equal(shared, page.url());
    await go(page, "subtraction", { p: "13" });
    await page.goto(shared);
    await at(page, "marbles", moves[0].position);
  });
});
