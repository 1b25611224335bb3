/**
 * Boards of cells: a click on a piece shows its targets, a click on a target
 * makes the move, and marks fit the cell.
 */
import assert from "node:assert/strict";
import { at, fragment, go } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { pixelsOfSpots } from "./pixels.mjs";
import { openSpots, spot } from "./scene.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** The enabled cells. @param {Page} page */
const openCells = async (page) => (await openSpots(page)).map(({ id }) => id).filter((id) => !id.startsWith("move:")).sort();

const queen = "8/8/8/5k2/8/8/1Q6/K7 w";

/** Positions with the piece that is chosen first, if any. */
const boards = [
  { game: "kqk", p: queen, chosen: "b2" },
  { game: "quixo", p: ".../.../... X", chosen: "a1" },
  { game: "tictactoe", p: ".../.../...", chosen: null },
  { game: "domineering", p: "..../..../..../.... Left", chosen: null },
];

onPage("grid", (check) => {
  check("a chess piece is moved by two clicks", { place: fragment("kqk", { p: queen }) }, async ({ page, api }) => {
    const { moves } = await api.position("kqk", queen);
    // The targets by the names of the moves, not by what the server says of their places.
    const targets = moves.flatMap(({ move }) => (move.startsWith("Q") ? [move.slice(-2)] : []));
    await page.locator(spot("b2")).click();
    assert.deepEqual(await openCells(page), [...targets, "b2"].sort());
    assert.equal(await page.locator(spot("b2")).getAttribute("aria-pressed"), "true");
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(spot("b2")).getAttribute("aria-pressed"), null);
    await page.locator(spot("b2")).click();
    await page.locator(spot("b7")).click();
    const after = moves.find(({ move }) => move === "Qb7") ?? assert.fail("no Qb7");
    await at(page, "kqk", after.position);
  });

  check("a cube is pushed from the edge to another", { place: fragment("quixo", { p: ".../.../... X" }) }, async ({ page, api }) => {
    const { moves } = await api.position("quixo", ".../.../... X");
    const targets = moves.flatMap(({ move }) => (move.startsWith("a1-") ? [move.slice(3)] : []));
    await page.locator(spot("a1")).click();
    assert.deepEqual(await openCells(page), [...targets, "a1"].sort());
    await page.locator(spot("c1")).click();
    const after = moves.find(({ move }) => move === "a1-c1") ?? assert.fail("no a1-c1");
    await at(page, "quixo", after.position);
  });

  check("pieces have names, in each language", { place: fragment("kqk", { p: queen }) }, async ({ page }) => {
    for (const [language, name] of [["en", "white queen"], ["zh", "白后"], ["ru", "белый ферзь"]]) {
      await page.locator('select[data-action="language"]').selectOption(language);
      await ready(page);
      assert.ok((await page.locator(spot("b2")).getAttribute("aria-label"))?.includes(name), name);
    }
  });

  for (const [width, height] of [[1280, 800], [844, 390], [390, 844]]) {
    check(`marks fit their cells at ${width}×${height}`, { place: fragment("nim"), viewport: { width, height } }, async ({ page }) => {
      for (const { game, p, chosen } of boards) {
        await go(page, game, { p });
        if (chosen) await page.locator(spot(chosen)).click();
        await page.mouse.move(0, 0);
        await ready(page);
        const colours = await page.evaluate(() => ["--win", "--draw", "--loss"].map((name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()));
        const wanted = colours.map((hex) => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16)).join());
        const isMark = (/** @type {number[]} */ colour) => wanted.includes(colour.join());
        let marked = 0;
        for (const [id, pixels] of Object.entries(await pixelsOfSpots(page))) {
          if (pixels.flat().some(isMark)) marked += 1;
          const edge = [...pixels[0], ...pixels[pixels.length - 1], ...pixels.map((row) => row[0]), ...pixels.map((row) => row[row.length - 1])];
          assert.equal(edge.some(isMark), false, `${game}: the mark of ${id} leaves its cell`);
        }
        assert.ok(marked > 0, `${game} has marks`);
      }
    });
  }
});
