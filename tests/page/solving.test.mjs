/**
 * A game that is not solved at once: the board is shown and playable, a job
 * solves the game with progress and Cancel, and values appear when they are there.
 */
import assert from "node:assert/strict";
import { at, fragment, headline, movesShown, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Solved for minutes. */
const LONG = fragment("numbers", { set: { cards: "11", modulus: "7" } });

/** Words of the bar in each language: while it runs, and after it was cancelled. */
const words = {
  en: [/Solving for \d+ second/, /is not solved/],
  zh: [/已求解 \d+ 秒/, /尚未求解/],
  ru: [/Решаю \d+ секунд/, /не решена/],
};

/** The id of the next job that the page starts. @param {Page} page */
async function nextJob(page) {
  const response = await page.waitForResponse((one) => one.url().endsWith("/api/v1/jobs") && one.request().method() === "POST");
  return (await response.json()).id;
}

/** The state of a job, once it is over. @param {string} address @param {string} id */
async function ended(address, id) {
  for (let tries = 0; tries < 200; tries += 1) {
    const { state } = await (await fetch(`${address}/api/v1/jobs/${id}`)).json();
    if (state !== "running") return state;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return assert.fail(`job ${id} is still running`);
}

/** Analyses of this page never arrive directly. @param {import("playwright-core").BrowserContext} context */
const withoutAnswers = (context) => context.route(/\/position(\?|$)/, () => {});

onPage("solving", (check) => {
  check("values appear when the job has found them", {}, async ({ page, context, address, api }) => {
    await withoutAnswers(context);
    const job = nextJob(page);
    await page.goto(`${address}/${fragment("marbles")}`);
    const { position, moves } = await api.position("marbles");
    await page.locator(`body[data-position="${position}"][data-ready="true"]`).waitFor({ state: "attached" });
    await job;
    await ready(page);
    assert.deepEqual((await movesShown(page)).map(({ move }) => move), moves.map(({ move }) => move));
    assert.equal(await page.locator("button[data-value]").count() > 0, true);
    assert.match(await headline(page), /Alice wins/);
    assert.equal(await page.locator("[data-solving]").isVisible(), false);
  });

  for (const [language, [running, stopped]] of Object.entries(words)) {
    check(`progress and Cancel in ${language}`, { preferences: { language } }, async ({ page, address }) => {
      const job = nextJob(page);
      await page.goto(`${address}/${LONG}`);
      const bar = page.locator('[data-solving="running"]');
      await bar.waitFor();
      const id = await job;
      assert.match(await bar.innerText(), running);
      assert.equal(await page.locator("[data-scene] canvas").isVisible(), true);
      assert.equal(await page.locator("[data-value], [data-plies]").count(), 0, "no values");
      // Moves can be made meanwhile.
      const move = page.locator("button[data-move]").first();
      await move.click();
      await page.locator('[data-history] [data-ply="1"]').waitFor();
      await page.locator('[data-action="solving-cancel"]').click();
      await page.locator('[data-solving="cancelled"]').waitFor();
      assert.match(await page.locator("[data-solving]").innerText(), stopped);
      assert.equal(await ended(address, id), "cancelled");
      await ready(page);
      const again = nextJob(page);
      await press(page, "solving-again");
      await page.locator('[data-solving="running"]').waitFor();
      // Another game ends the job.
      await page.locator('select[data-action="game"]').selectOption("nim");
      await at(page, "nim", "3 5 7");
      assert.equal(await page.locator("[data-solving]").isVisible(), false);
      assert.equal(await ended(address, await again), "cancelled");
    });
  }

  check("a place that cannot be opened leaves a button to solve the game shown", { expected: [/400/] }, async ({ page, address }) => {
    const job = nextJob(page);
    await page.goto(`${address}/${LONG}`);
    await page.locator('[data-solving="running"]').waitFor();
    await page.evaluate((place) => (location.hash = place), fragment("marbles", { p: "no board" }));
    await page.locator("[data-fault]").waitFor();
    await page.locator('[data-solving="cancelled"]').waitFor();
    assert.equal(await page.locator("body").getAttribute("data-game"), "numbers");
    assert.equal(await ended(address, await job), "cancelled");
    assert.equal(await page.locator('[data-action="solving-again"]').isVisible(), true);
  });

  check("closing the tab cancels the job", {}, async ({ page, address }) => {
    const job = nextJob(page);
    await page.goto(`${address}/${LONG}`);
    await page.locator('[data-solving="running"]').waitFor();
    const id = await job;
    await page.close();
    assert.equal(await ended(address, id), "cancelled");
  });
});
