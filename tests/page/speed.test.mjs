/** How fast the page is: figures for the reader, nothing is asserted of them. */
import assert from "node:assert/strict";
import { isFull, mainGames } from "./api.mjs";
import { fragment, press } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";

const VISITS = 3;

/** Notes when the first position is on screen, and how long the frames take from then on. */
function watch() {
  const frames = [];
  let before = 0;
  const frame = (now) => {
    if (before > 0) frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  const observer = new MutationObserver(() => {
    if (document.body?.dataset.ready !== "true") return;
    observer.disconnect();
    requestAnimationFrame(() => {
      window.figures = { ready: performance.now(), frames };
      requestAnimationFrame(frame);
    });
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** @param {number[]} list @param {number} part */
function quantile(list, part) {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

/** @param {string} text */
const report = (text) => console.log(`figure: ${text}`);

onPage("speed", (check) => {
  for (const game of isFull ? mainGames : ["marbles", "nine"]) {
    check(`first picture of ${game}`, {}, async ({ page, context, address }) => {
      await context.addInitScript(watch);
      const times = [];
      for (let visit = 0; visit < VISITS; visit += 1) {
        await page.goto("about:blank");
        await open(page, address, fragment(game));
        await page.waitForFunction(() => window.figures);
        times.push(
          await page.evaluate(() => {
            const [navigation] = performance.getEntriesByType("navigation");
            return window.figures.ready - navigation.responseStart;
          }),
        );
      }
      assert.ok(times.every((time) => time > 0));
      report(`${game}: first picture ${Math.round(quantile(times, 0.5))} ms after the HTML (median of ${VISITS})`);
    });

    check(`frames of ${game}`, { motion: true, preferences: { speed: 5 } }, async ({ page, context, address }) => {
      await context.addInitScript(watch);
      await open(page, address, fragment(game));
      const start = await page.locator("body").getAttribute("data-position");
      await press(page, "play");
      await page.waitForFunction(() => window.figures);
      await page.waitForFunction((before) => document.body.dataset.position !== before, start);
      await page.evaluate(() => (window.figures.frames.length = 0));
      await page.waitForFunction(() => window.figures.frames.length >= 60);
      await press(page, "play");
      await ready(page);
      const frames = await page.evaluate(() => window.figures.frames);
      report(`${game}: 95 % of the demo's frames within ${quantile(frames, 0.95).toFixed(1)} ms`);
    });
  }
});
