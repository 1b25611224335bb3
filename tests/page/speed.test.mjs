/**
 * Reports timings of the page next to their targets; nothing is asserted,
 * because the machine may be busy.
 */
import { isFull, mainGames } from "./api.mjs";
import { fragment, press } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";

/** Visits after the first one, with warm server caches. */
const VISITS = 5;
/** Target for the first paint in milliseconds from the HTML. */
const TARGET = 200;
/** Idle milliseconds before a visit. */
const REST = 300;
/** Console message that reports the first position on screen. */
const SHOWN = "the first picture is on screen";

/** Records the time of the first position: after the frame that shows it. @param {string} seen */
function recordFirstPaint(seen) {
  const observer = new MutationObserver(() => {
    if (document.body?.dataset.ready !== "true") return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const [navigation] = performance.getEntriesByType("navigation");
        console.log(`${seen} ${performance.now() - navigation.responseStart}`);
      };
      port2.postMessage(null);
    });
  });
  observer.observe(document, { subtree: true, childList: true, attributes: true });
}

/** Records the duration of frames after the first position is shown. */
function countFrames() {
  const frames = [];
  window.figures = { frames };
  let before = 0;
  const frame = (now) => {
    if (before > 0) frames.push(now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/**
 * One visit with a cold cache: milliseconds from the HTML to the first paint.
 * The page is not queried meanwhile, which would slow it down.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} place
 */
async function visit(page, place) {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  // The browser is idle, as when a user enters an address.
  await page.waitForTimeout(REST);
  const message = page.waitForEvent("console", (message) => message.text().startsWith(SHOWN));
  await page.goto(place, { waitUntil: "commit" });
  return Number((await message).text().slice(SHOWN.length));
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
      await context.addInitScript(recordFirstPaint, SHOWN);
      const place = `${address}/${fragment(game)}`;
      await visit(page, place);
      const times = [];
      for (let count = 0; count < VISITS; count += 1) times.push(await visit(page, place));
      const all = times.map(Math.round).sort((a, b) => a - b);
      report(`${game}: first picture ${all[VISITS >> 1]} ms after the HTML (of ${all.join(" ")}; target ${TARGET})`);
    });

    check(`frames of ${game}`, { motion: true, preferences: { speed: 5 } }, async ({ page, address }) => {
      await open(page, address, fragment(game));
      const start = await page.locator("body").getAttribute("data-position");
      await press(page, "play");
      await page.waitForFunction((before) => document.body.dataset.position !== before, start);
      await page.evaluate(countFrames);
      await page.waitForFunction(() => window.figures.frames.length >= 60);
      await press(page, "play");
      await ready(page);
      const frames = await page.evaluate(() => window.figures.frames);
      report(`${game}: 95 % of the demo's frames within ${quantile(frames, 0.95).toFixed(1)} ms`);
    });
  }
});
