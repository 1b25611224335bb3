/**
 * Every mark shown agrees with the server: in the list of moves and on the
 * board, in value, distance and order; none is shown if answers are hidden.
 */
import assert from "node:assert/strict";
import { mainGames, randomGame } from "./api.mjs";
import { fragment, go, movesShown, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { meantBy, openSpots, spot } from "./scene.mjs";
import { textsShown } from "./texts.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./api.mjs").Analysis} Analysis */
/** @typedef {import("./api.mjs").Move} Move */

/**
 * Number of random games of each kind, and maximum number of positions checked
 * in each.
 */
const GAMES = 2;
const LENGTH = 12;
/** Maximum number of moves in the list. */
const LISTED = 300;

/** @type {Record<string, string>} */
const signs = { win: "✓", draw: "=", loss: "✗" };

/** The text of a move's value on the page. @param {Move} move */
function valuePattern({ value, plies }) {
  const words = { win: "wins?", draw: "draws?", loss: "(?:loss|loses)" }[value];
  return new RegExp(plies === null ? `\\b${words}` : `\\b${words} in ${plies} pl(?:y|ies)\\b`);
}

/** @param {Page} page @param {Analysis} answer */
async function checkList(page, answer) {
  const line = page.locator("[data-value-line]");
  assert.equal(await line.getAttribute("data-value"), answer.value, answer.position);
  assert.equal(await line.getAttribute("data-plies"), String(answer.plies ?? ""), answer.position);
  const shown = await movesShown(page);
  assert.deepEqual(
    shown.map(({ move, value, plies }) => ({ move, value, plies })),
    answer.moves.slice(0, LISTED).map(({ move, value, plies }) => ({ move, value, plies: String(plies ?? "") })),
    answer.position,
  );
  for (const [index, { text }] of shown.entries()) {
    const move = answer.moves[index];
    assert.ok(text.includes(signs[move.value]), `${move.move} has its sign: ${text}`);
    assert.match(text, valuePattern(move), move.move);
  }
}

/**
 * Every hotspot states the best of the moves that it matches, and every move
 * has its hotspots.
 *
 * @param {Page} page
 * @param {string} game
 * @param {Analysis} answer
 * @param {string[]} pressed the hotspots pressed before
 */
async function checkSpots(page, game, answer, pressed) {
  const spots = await openSpots(page);
  const open = new Set();
  for (const { id, label } of spots) {
    const way = [...pressed, id.replace(/#\d+$/, "")];
    const meant = meantBy(game, answer.moves, way);
    if (meant.length === 0 || pressed.includes(id)) continue;
    assert.match(label, valuePattern(meant[0]), `${answer.position}, ${way}`);
    for (const { move } of meant) open.add(move);
  }
  const expected = pressed.length === 0 ? answer.moves : meantBy(game, answer.moves, pressed);
  const missing = expected.filter(({ move }) => !open.has(move) && !isPressedTwice(game, move, pressed));
  assert.deepEqual(missing, [], `${answer.position}: moves without a hotspot after ${pressed}`);
}

/** A single marble is placed by a second click on its cell, whose label has no value. @param {string} game @param {string} move @param {string[]} pressed */
function isPressedTwice(game, move, pressed) {
  return game === "marbles" && pressed.includes(move);
}

onPage("marks", (check) => {
  for (const [index, game] of mainGames.entries()) {
    check(`the list of moves and the board of ${game}`, { place: fragment(game) }, async ({ page, api }) => {
      for (let seed = 1; seed <= GAMES; seed += 1) {
        const { answers } = await randomGame(api, game, { seed: 10 * index + seed, length: LENGTH });
        for (const [ply, answer] of answers.entries()) {
          await go(page, game, { p: answer.position });
          await checkList(page, answer);
          await checkSpots(page, game, answer, []);
          if (game === "nine" || answer.result !== null) continue;
          const halves = (await openSpots(page)).map(({ id }) => id).filter((id) => !id.includes("#"));
          const half = halves[ply % halves.length];
          await page.locator(spot(half)).click();
          await checkSpots(page, game, answer, [half]);
          await page.keyboard.press("Escape");
          await checkSpots(page, game, answer, []);
        }
      }
    });

    check(`${game} with hidden answers`, { place: fragment(game), preferences: { hideAnswers: true } }, async ({ page, api }) => {
      const { answers } = await randomGame(api, game, { seed: index, length: 4 });
      for (const answer of answers) {
        await go(page, game, { p: answer.position });
        assert.equal(await page.locator("[data-value], [data-plies]").count(), 0);
        const moves = (await movesShown(page)).map(({ move }) => move);
        assert.deepEqual([...moves].sort(), answer.moves.slice(0, LISTED).map(({ move }) => move).sort());
        const texts = await textsShown(page);
        assert.deepEqual(texts.filter((text) => /[✓✗]|\b(win|loss|loses|draws?)\b in \d/.test(text)), []);
        const labels = (await openSpots(page)).map(({ label }) => label);
        assert.deepEqual(labels.filter((label) => /\b(wins?|loss|loses|draws?)\b|pl(y|ies)\b/.test(label)), []);
      }
    });
  }

  check("answers are hidden and shown again by a button", { place: fragment("boxes") }, async ({ page }) => {
    const marks = page.locator("[data-value]");
    assert.ok((await marks.count()) > 1);
    await press(page, "hide");
    await ready(page);
    assert.equal(await marks.count(), 0);
    await press(page, "hide");
    await ready(page);
    assert.ok((await marks.count()) > 1);
  });
});
