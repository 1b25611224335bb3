/**
 * Making moves on the board: the hotspots of a move, by mouse and by keyboard.
 */
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */

/** The first cell that a move names, then the move among those that name it. @param {string} move */
const cellOf = (move) => [move.split("-")[0] ?? "", `move:${move}`];

/**
 * The hotspots to press in order for a move.
 *
 * @type {Record<string, (move: string) => string[]>}
 */
const ways = {
  marbles(move) {
    const [from, to = from] = move.split("-");
    return [from, to];
  },
  nine: (move) => [move],
  numbers(move) {
    const [, mine, theirs] = /^(\d+)\+(\d+)=/.exec(move) ?? assert.fail(move);
    return [`mine:${mine}`, `theirs:${theirs}`];
  },
  boxes(move) {
    const [, from, to, amount] = /^(\d+)>(\d+) x(\d+)$/.exec(move) ?? assert.fail(move);
    return [`box:${from}`, `box:${to}`, `amount:${amount}`];
  },
  piles(move) {
    const [, pile, discard] = /^(\d+): (\d+)\+/.exec(move) ?? assert.fail(move);
    return [`pile:${pile}`, `discard:${discard}`];
  },
  tictactoe: (move) => [move],
  cram: cellOf,
  domineering: cellOf,
  quixo: cellOf,
  kqk: (move) => [move.replace(/^[A-Z]x?/, ""), `move:${move}`],
  nim: (move) => [`pile:${move.split(":")[0]}`, `move:${move}`],
  calendar: (move) => [`move:${move}`],
};

/** @param {string} game @param {string} move */
export function spotsOf(game, move) {
  return ways[game](move);
}

/**
 * The moves that match some pressed hotspots. A run of marbles may start at
 * either end.
 *
 * @template {{move: string}} T
 * @param {string} game
 * @param {T[]} moves
 * @param {string[]} pressed
 * @returns {T[]}
 */
export function meantBy(game, moves, pressed) {
  const begins = (/** @type {string[]} */ way) => pressed.every((id, index) => way[index] === id);
  return moves.filter(({ move }) => {
    const way = spotsOf(game, move);
    return begins(way) || (game === "marbles" && begins([...way].reverse()));
  });
}

/** @param {string} id */
export const spot = (id) => `[data-scene] button[data-spot=${JSON.stringify(id)}]`;

/**
 * Makes a move by clicks on the board. A heap or a cell with one move makes it
 * at the first click.
 *
 * @param {Page} page
 * @param {string} game
 * @param {string} move
 */
export async function clickMove(page, game, move) {
  for (const [index, id] of spotsOf(game, move).entries()) {
    if (index === 1 && id.startsWith("move:") && (await page.locator(spot(id)).count()) === 0) return;
    await page.locator(spot(id)).click();
  }
}

/** Makes a move by Tab and Enter on the board. @param {Page} page @param {string} game @param {string} move */
export async function keyMove(page, game, move) {
  for (const id of spotsOf(game, move)) {
    await tabTo(page, spot(id));
    await page.keyboard.press("Enter");
  }
}

/**
 * Moves the focus to an element by Tab, forwards or backwards, and within a board or a list
 * by the arrow keys.
 *
 * @param {Page} page
 * @param {string} selector
 */
export async function tabTo(page, selector) {
  await page.locator(selector).waitFor({ state: "attached" });
  for (let presses = 0; presses < 400; presses += 1) {
    const key = await page.evaluate(tabTowards, selector);
    if (key === null) break;
    await page.keyboard.press(key);
  }
  for (const key of await page.evaluate(arrowsTo, selector)) await page.keyboard.press(key);
  const isThere = await page.evaluate((selector) => document.activeElement === document.querySelector(selector), selector);
  assert.ok(isThere, `Tab and the arrow keys do not lead to ${selector}`);
}

/** The key that brings the focus nearer to an element or to its group; null if it is there. @param {string} selector */
function tabTowards(selector) {
  const target = document.querySelector(selector);
  const focused = document.activeElement ?? document.body;
  const group = target?.closest(".stage-spots, .move-list");
  if (!target || target === focused || group?.contains(focused)) return null;
  const stop = group?.querySelector('button[tabindex="0"]') ?? target;
  return focused.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_PRECEDING ? "Shift+Tab" : "Tab";
}

/** The shortest way from the focus to an element of its group by arrow keys. @param {string} selector @returns {string[]} */
function arrowsTo(selector) {
  const [target, begin] = [document.querySelector(selector), document.activeElement];
  /** @type {Map<Element | null, string[]>} */
  const ways = new Map([[begin, []]]);
  for (const [at, way] of ways) {
    for (const key of begin.closest(".move-list") ? ["ArrowUp", "ArrowDown"] : ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
      if (ways.has(target)) break;
      at.focus();
      at.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      if (!ways.has(document.activeElement)) ways.set(document.activeElement, [...way, key]);
    }
  }
  begin.focus();
  return ways.get(target) ?? [];
}

/** The enabled hotspots, with their labels. @param {Page} page */
export function openSpots(page) {
  return page
    .locator("[data-scene] button[data-spot]:not([aria-disabled='true'])")
    .evaluateAll((buttons) => buttons.map((button) => ({ id: button.dataset.spot, label: button.getAttribute("aria-label") ?? "" })));
}
