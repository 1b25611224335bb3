/**
 * Complete games against the optimal opponent, by clicks on the board and by
 * keyboard only, from both seats. The opponent plays the server's best moves,
 * and the result shown agrees with the server.
 */
import assert from "node:assert/strict";
import { isFull, mainGames, randomGame, randomNumbers } from "./api.mjs";
import { choosePlayers, fragment, go, headline, isAt, stopClock } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { clickMove, keyMove, tabTo } from "./scene.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("./api.mjs").Analysis} Analysis */
/** @typedef {(page: Page, game: string, move: string, index: number) => Promise<void>} Way */

/**
 * Milliseconds of the page's clock: more than the opponent's delay, and less.
 */
const AFTER_DELAY = 2000;
const TICK = 50;

/** The longest game played out; nine is also played from its start. */
const MAX_PLIES = 14;

/** Plays by keyboard only, cycling through the kinds of keys. @returns {Way} */
function byKeys() {
  let turn = 0;
  return async (page, game, move, index) => {
    turn += 1;
    const isNowhere = await page.evaluate(() => document.activeElement === document.body);
    if (index === 0 && isNowhere) return page.keyboard.press("Space");
    if (index < 9 && turn % 3 === 0) return page.keyboard.press(String(index + 1));
    if (turn % 3 === 1) return keyMove(page, game, move);
    await tabTo(page, `button[data-move=${JSON.stringify(move)}]`);
    return page.keyboard.press("Enter");
  };
}

/**
 * A decided position at a medium distance.
 *
 * @param {import("./api.mjs").Client} api
 * @param {string} game
 * @param {number} seed
 * @returns {Promise<Analysis>}
 */
async function decided(api, game, seed) {
  for (let next = seed; ; next += 100) {
    const { answers } = await randomGame(api, game, { seed: next, length: 60 });
    const fair = answers.find(({ plies }) => plies !== null && plies >= 5 && plies <= MAX_PLIES);
    if (fair) return fair;
  }
}

/** Advances the page's clock until a position is shown, but less than the opponent's delay. @param {Page} page @param {string} game @param {string} position */
async function settled(page, game, position) {
  for (let ticks = 0; ticks < 2000; ticks += 1) {
    if (await isAt(page, game, position)) return;
    await page.clock.runFor(TICK);
  }
  assert.fail(`${position} is not shown`);
}

/**
 * Plays until the game is over, by the rules or by threefold repetition: the
 * user plays best or random moves; the machine's moves must be the best.
 *
 * @param {import("./browser.mjs").Visit} visit
 * @param {string} game
 * @param {Analysis} start
 * @param {{seat: 0 | 1, way: Way, isPerfect: boolean}} person
 * @returns {Promise<number | null>} the winner
 */
async function playOut({ page, api }, game, start, { seat, way, isPerfect }) {
  const random = randomNumbers(7);
  await stopClock(page);
  await choosePlayers(page, seat === 0 ? "first" : "second");
  /** @type {string[]} */
  const seen = [];
  let answer = start;
  const { players } = (await api.games()).find(({ name }) => name === game);
  let mover = moverOf(start);
  const isRepeated = () => seen.filter((position) => position === `${mover} ${answer.position}`).length >= 2;
  while (answer.result === null && !isRepeated()) {
    seen.push(`${mover} ${answer.position}`);
    let index = 0;
    if (mover === seat) {
      index = isPerfect ? 0 : Math.floor(random() * Math.min(answer.moves.length, 9));
      await way(page, game, answer.moves[index].move, index);
    } else {
      await page.clock.runFor(AFTER_DELAY);
    }
    answer = await api.position(game, answer.moves[index].position);
    mover = 1 - mover;
    await settled(page, game, answer.position);
  }
  const isDrawn = answer.result === null || answer.result === "draw";
  const winner = answer.result === "win" ? mover : 1 - mover;
  const shown = await headline(page);
  assert.ok(shown.includes(isDrawn ? "A draw" : `${players[winner]} has won`), shown);
  return isDrawn ? null : winner;
}

/** The seat of the player to move. @param {Pick<Analysis, "mover">} answer */
function moverOf({ mover }) {
  return ["Bob", "Right", "O", "Black"].includes(mover ?? "") ? 1 : 0;
}

/** The player who wins with optimal play. @param {Analysis} answer */
function winnerOf({ mover, value }) {
  if (value === "draw") return null;
  const first = moverOf({ mover });
  return value === "win" ? first : 1 - first;
}

onPage("play", (check) => {
  for (const [index, game] of mainGames.entries()) {
    for (const seat of /** @type {(0 | 1)[]} */ ([0, 1])) {
      const name = seat === 0 ? "Alice" : "Bob";
      for (const [how, way] of /** @type {[string, () => Way][]} */ ([["clicks", () => clickMove], ["keys", byKeys]])) {
        // Each way from one seat; from both with `./test --full`.
        if (!isFull && (how === "clicks") !== (seat === 0)) continue;
        check(`${game} by ${how} as ${name}`, { place: fragment(game), clock: true }, async (visit) => {
          const { page, api } = visit;
          const start = await decided(api, game, 10 * index + seat);
          await go(page, game, { p: start.position });
          const isPerfect = how === "clicks";
          const winner = await playOut(visit, game, start, { seat, way: way(), isPerfect });
          if (isPerfect) assert.equal(winner, winnerOf(start));
        });
      }
    }
  }

  check("nine from the deal to the end, by clicks, with motion", { place: fragment("nine"), motion: true, clock: true }, async (visit) => {
    const start = await visit.api.position("nine");
    const winner = await playOut(visit, "nine", start, { seat: 0, way: clickMove, isPerfect: true });
    assert.equal(winner, winnerOf(start));
  });

  for (const [game, p] of Object.entries({ tictactoe: "X../.../..O", nim: "1 3 4", calendar: "2006-09-28", cram: "..../.##./..../....", domineering: "..../.#../..../.... Right", quixo: ".O./OX./... X", kqk: "k7/8/8/2K5/8/8/8/6Q1 w" })) {
    check(`the plain game ${game} by clicks`, { place: fragment(game, { p }), clock: true }, async (visit) => {
      const start = await visit.api.position(game, p);
      const winner = await playOut(visit, game, start, { seat: 1, way: clickMove, isPerfect: true });
      assert.equal(winner, winnerOf(start));
    });
  }
});
