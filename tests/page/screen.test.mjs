/**
 * The first screen: headline, board, the buttons for play and the first moves
 * are visible together, for every game at every named size of the window.
 */
import assert from "node:assert/strict";
import { at, choosePlayers, fragment, go, headline, positionShown, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

const sizes = [
  { width: 1280, height: 800 },
  { width: 1366, height: 768 },
  { width: 1024, height: 768 },
  { width: 844, height: 390 },
  { width: 390, height: 844 },
];

/** Games that are shown before they are solved. */
const LONG = ["dobutsu", "kqkr", "krkn", "teeko"];

/** The smallest side of a board, and the number of moves that are seen, if there are so many. */
const SMALLEST = 90;
const MOVES = 2;

/** What of the first screen is outside the window or hidden by something else. @param {Page} page @returns {Promise<string[]>} */
function unseen(page) {
  return page.evaluate(
    ({ smallest, moves }) => {
      const { clientWidth, clientHeight } = document.documentElement;
      const found = [];
      if (window.scrollX !== 0 || window.scrollY !== 0) found.push("the page is scrolled");
      const check = (name, element) => {
        if (!element) return found.push(`no ${name}`);
        const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
        const isInside = left >= -0.5 && top >= -0.5 && right <= clientWidth + 0.5 && bottom <= clientHeight + 0.5;
        if (!isInside || width === 0 || height === 0) found.push(`${name}: ${[left, top, right, bottom].map(Math.round)}`);
        const inset = [[0.5, 0.5], [0.1, 0.1], [0.9, 0.9]];
        for (const [across, down] of inset) {
          const top1 = document.elementFromPoint(left + width * across, top + height * down);
          if (top1 && top1 !== element && !element.contains(top1) && !top1.contains(element)) found.push(`${name} is covered by ${top1.outerHTML.slice(0, 80)}`);
        }
        return { width, height };
      };
      check("headline", document.querySelector("[data-value-line]"));
      const board = check("board", document.querySelector("[data-scene] .stage"));
      if (board && Math.min(board.width, board.height) < smallest) found.push(`the board is ${board.width}×${board.height}`);
      for (const action of ["undo", "step", "play", "speed", "more"]) check(action, document.querySelector(`[data-action="${action}"]`));
      const buttons = [...document.querySelectorAll("button[data-move]")].slice(0, moves);
      if (buttons.length === 0) found.push("no moves");
      buttons.forEach((button, index) => check(`move ${index + 1}`, button));
      return found;
    },
    { smallest: SMALLEST, moves: MOVES },
  );
}

/** Opens a game and waits until its board is shown, solved or not. @param {Page} page @param {string} game */
async function openLong(page, game) {
  await page.evaluate((place) => (location.hash = place), fragment(game));
  await page.locator(`body[data-game="${game}"][data-ready="true"] [data-scene] [data-spot]`).first().waitFor({ state: "attached" });
  await page.locator("button[data-move]").first().waitFor();
}

onPage("first screen", (check) => {
  for (const language of ["en", "zh", "ru"]) {
    check(`all games and sizes in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page, api }) => {
      const games = await api.games();
      assert.ok(LONG.every((long) => games.some(({ name }) => name === long)));
      for (const { name, shown } of games) {
        await page.setViewportSize(sizes[0]);
        if (LONG.includes(name)) await openLong(page, name);
        else await go(page, name, { p: shown });
        for (const size of sizes) {
          await page.setViewportSize(size);
          // The scene is fitted to the window in the next frame.
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          assert.deepEqual(await unseen(page), [], `${name} at ${size.width}×${size.height}`);
        }
      }
    });
  }

  check("secondary buttons are in a menu that Escape closes", { place: fragment("marbles") }, async ({ page }) => {
    const copy = page.locator('[data-action="copy"]');
    assert.equal(await copy.isVisible(), false);
    await page.locator('[data-action="more"]').click();
    assert.equal(await copy.isVisible(), true);
    await page.keyboard.press("Escape");
    assert.equal(await copy.isVisible(), false);
    await press(page, "hide");
    assert.equal(await copy.isVisible(), false, "closed by its buttons");
  });
});

onPage("against the machine", (check) => {
  check("undo goes back to one's own turn", { place: fragment("nim") }, async ({ page }) => {
    const start = await positionShown(page);
    await choosePlayers(page, "first");
    const undo = page.locator('[data-action="undo"]');
    assert.equal(await undo.isDisabled(), true);
    await page.locator("button[data-move]").first().click();
    // The machine's move follows.
    await page.locator('[data-history] [data-ply="2"]').waitFor();
    await ready(page);
    const middle = await positionShown(page);
    await page.locator("button[data-move]").first().click();
    await page.locator('[data-history] [data-ply="4"]').waitFor();
    await ready(page);
    await press(page, "undo");
    await at(page, "nim", middle);
    await press(page, "undo");
    await at(page, "nim", start);
    assert.equal(await undo.isDisabled(), true);
  });

  check("without an own turn before there is nothing to undo", { place: fragment("nim") }, async ({ page }) => {
    await choosePlayers(page, "second");
    await page.locator('[data-history] [data-ply="1"]').waitFor();
    await ready(page);
    assert.equal(await page.locator('[data-action="undo"]').isDisabled(), true);
  });
});

onPage("end", (check) => {
  check("play at the end begins again", { place: fragment("nim", { p: "1 1", moves: ["1: -1", "2: -1"] }), preferences: { speed: 5 } }, async ({ page }) => {
    await at(page, "nim", "0 0");
    await press(page, "play");
    await at(page, "nim", "1 1");
    await page.locator('body[data-position="0 0"][data-busy="false"]').waitFor({ state: "attached" });
  });

  for (const [p, moves, colour] of /** @type {[string, string[], string][]} */ ([["1 0", ["1: -1"], "--cyan"], ["1 1", ["1: -1", "2: -1"], "--orange"]])) {
    check(`the winner of ${p} is announced in the winner's colour`, { place: fragment("nim", { p, moves }) }, async ({ page }) => {
      assert.match(await headline(page), /has won/);
      const line = page.locator("[data-value-line]");
      assert.equal(await line.locator(".sign").count(), 0, "no sign of a loss");
      const [border, wanted] = await line.evaluate((element, name) => {
        const probe = document.body.appendChild(document.createElement("i"));
        probe.style.color = `var(${name})`;
        return [getComputedStyle(element).borderTopColor, getComputedStyle(probe).color];
      }, colour);
      assert.equal(border, wanted);
    });
  }
});
