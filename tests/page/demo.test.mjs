/**
 * The demo plays the server's principal variation to its end, and the winner
 * agrees with the value; it can be paused, stepped, accelerated and reset.
 */
import assert from "node:assert/strict";
import { mainGames, randomGame } from "./api.mjs";
import { at, fragment, go, headline, positionShown, press, stopClock } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Number of positions per game from which the demo is played to its end, and
 * maximum distance.
 */
const PLAYED = 3;
const LONGEST = 9;

/**
 * Milliseconds per tick of the page's clock, maximum number of ticks, and an
 * upper bound for a step of the demo.
 */
const TICK = 100;
const TICKS = 1000;
const LONG = 50_000;

/**
 * Decided positions of random games that are near their end.
 *
 * @param {import("./api.mjs").Client} api
 * @param {string} game
 */
async function decidedPositions(api, game) {
  const found = [];
  for (let seed = 100; found.length < PLAYED; seed += 1) {
    const { answers } = await randomGame(api, game, { seed, length: 60 });
    const near = answers.filter(({ plies }) => plies !== null && plies >= 3 && plies <= LONGEST);
    if (near.length > 0) found.push(near[seed % near.length]);
  }
  return found;
}

/**
 * Advances the page's clock until the demo moves.
 *
 * @param {Page} page
 * @returns {Promise<number>} milliseconds of that clock
 */
async function nextStep(page) {
  const before = await positionShown(page);
  for (let ticks = 0; ticks < TICKS; ticks += 1) {
    if ((await positionShown(page)) !== before) {
      await ready(page);
      return ticks * TICK;
    }
    await page.clock.runFor(TICK);
  }
  return assert.fail(`the demo stays at ${before}`);
}

onPage("demo", (check) => {
  for (const game of mainGames) {
    check(`the winner of ${game} is the value's`, { place: fragment(game), clock: true, preferences: { speed: 5 } }, async ({ page, api }) => {
      await stopClock(page);
      for (const answer of await decidedPositions(api, game)) {
        await go(page, game, { p: answer.position });
        const { steps } = await api.line(game, answer.position);
        assert.equal(steps.length, answer.plies);
        await press(page, "play");
        for (const { position } of steps) {
          await nextStep(page);
          await at(page, game, position);
        }
        const first = answer.mover === "Bob" ? ["Bob", "Alice"] : ["Alice", "Bob"];
        const winner = first[answer.value === "win" ? 0 : 1];
        assert.ok((await headline(page)).includes(`${winner} has won`), `${answer.position}: ${await headline(page)}`);
        assert.equal(await page.locator('[data-action="play"]').getAttribute("aria-pressed"), "false", "it stops at the end");
      }
    });
  }

  check("a drawn game of numbers ends by threefold repetition", { place: fragment("numbers"), clock: true, preferences: { speed: 5 } }, async ({ page, api }) => {
    await stopClock(page);
    const start = await api.position("numbers", "11111112/23333333");
    const drawn = start.moves.find(({ value }) => value === "draw") ?? assert.fail("no draw");
    await go(page, "numbers", { p: drawn.position });
    const { steps, value } = await api.line("numbers", drawn.position);
    assert.equal(value, "draw");
    assert.ok(steps.length > 0);
    await press(page, "play");
    for (let step = 0; step < 200; step += 1) {
      if ((await headline(page)).includes("A draw")) return;
      await nextStep(page);
    }
    assert.fail("the demo of a draw does not end");
  });

  check("pause, step, speed and reset", { place: fragment("marbles"), clock: true, preferences: { speed: 1 } }, async ({ page, api }) => {
    await stopClock(page);
    const { steps, position: start } = await api.line("marbles");
    const isAt = (/** @type {string} */ position) => at(page, "marbles", position);
    await press(page, "play");
    await nextStep(page);
    await isAt(steps[0].position);
    await press(page, "play");
    await page.clock.runFor(LONG);
    await isAt(steps[0].position);
    await press(page, "step");
    await isAt(steps[1].position);
    await page.clock.runFor(LONG);
    await isAt(steps[1].position);
    await press(page, "reset");
    await isAt(start);

    await press(page, "play");
    await nextStep(page);
    const slow = await nextStep(page);
    await page.locator('[data-action="speed"]').fill("5");
    await nextStep(page);
    const fast = await nextStep(page);
    assert.ok(Math.abs(slow / fast - 5) < 1, `${slow} ms at single speed, ${fast} ms at fivefold`);
  });
});
