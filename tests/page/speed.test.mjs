/**
 * How fast the page is: figures for the reader beside what they are to be, and
 * nothing is asserted of them, since the machine may be busy.
 */
import { isFull, mainGames } from "./api.mjs";
import { fragment, press } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";

/** Visits after the first one, in which the server finds its answers. */
const VISITS = 5;
/** Milliseconds from the HTML within which the first picture is to be seen. */
const PROMISED = 200;
/** Milliseconds before a visit. */
const REST = 300;
/** What the page says when it is. */
const SEEN = "the first picture is on screen";

/** Tells when the first position is on screen: after the frame that has it. @param {string} seen */
function tellFirstPicture(seen) {
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

/** Counts how long the frames take, once the first position is on screen. */
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
 * One visit with nothing in the cache: milliseconds from the HTML to the first
 * picture. Nobody asks the page anything meanwhile, which would cost it time.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} place
 */
async function visit(page, place) {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.clearBrowserCache");
  await session.detach();
  // The browser is at rest, as it is when somebody types an address.
  await page.waitForTimeout(REST);
  const told = page.waitForEvent("console", (message) => message.text().startsWith(SEEN));
  await page.goto(place, { waitUntil: "commit" });
  return Number((await told).text().slice(SEEN.length));
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
      await context.addInitScript(tellFirstPicture, SEEN);
      const place = `${address}/${fragment(game)}`;
      await visit(page, place);
      const times = [];
      for (let count = 0; count < VISITS; count += 1) times.push(await visit(page, place));
      const all = times.map(Math.round).sort((a, b) => a - b);
      report(`${game}: first picture ${all[VISITS >> 1]} ms after the HTML (of ${all.join(" ")}; promised ${PROMISED})`);
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
