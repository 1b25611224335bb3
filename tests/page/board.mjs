/** Helpers: what the page shows of a game, and navigation. */
import assert from "node:assert/strict";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{p?: string, set?: Record<string, string>, moves?: string[]}} Where */

/**
 * A place as a URL fragment.
 *
 * @param {string} game
 * @param {Where} [where]
 */
export function fragment(game, { p, set = {}, moves = [] } = {}) {
  const words = new URLSearchParams();
  for (const [name, value] of Object.entries(set)) words.append(`set.${name}`, value);
  if (p !== undefined) words.append("p", p);
  if (moves.length > 0) words.append("m", moves.join(","));
  return `#/${game}?${words}`;
}

/** Selector of the body while a position is shown and nothing moves or loads. @param {Page} page @param {string} game @param {string} position */
function bodyAt(page, game, position) {
  const [wantedGame, wantedPosition] = [game, position].map((text) => JSON.stringify(text));
  return page.locator(`body[data-game=${wantedGame}][data-position=${wantedPosition}][data-busy="false"]`);
}

/** Whether a position is shown now. @param {Page} page @param {string} game @param {string} position */
export async function isAt(page, game, position) {
  return (await bodyAt(page, game, position).count()) > 0;
}

/** Stops the page's clock; tests advance it. @param {Page} page */
export function stopClock(page) {
  return page.clock.pauseAt(Date.now() + 3_600_000);
}

/** Waits until a position is shown. @param {Page} page @param {string} game @param {string} position */
export async function at(page, game, position) {
  await bodyAt(page, game, position)
    .waitFor({ state: "attached" })
    .catch(async (error) => {
      const shown = await page.locator("body").evaluate((body) => ({ ...body.dataset }));
      throw new Error(`${game} ${position} is not shown but ${JSON.stringify(shown)}: ${error.message}`);
    });
}

/**
 * Goes to another place on the open page.
 *
 * @param {Page} page
 * @param {string} game
 * @param {Where & {p: string}} where
 * @param {string} [expected] the position that will be shown, if moves lead on from `p`
 */
export async function go(page, game, where, expected = where.p) {
  // Navigation is asynchronous, even to the same position.
  await page.evaluate(
    (place) =>
      new Promise((resolve) => {
        const before = location.hash;
        addEventListener("hashchange", () => resolve(null), { once: true });
        location.hash = place;
        if (location.hash === before) resolve(null);
      }),
    fragment(game, where),
  );
  await at(page, game, expected);
}

/** The position shown. @param {Page} page @returns {Promise<string>} */
export async function positionShown(page) {
  return (await page.locator("body").getAttribute("data-position")) ?? assert.fail("no position");
}

/** The list of moves as shown, with its values. @param {Page} page */
export function movesShown(page) {
  return page.locator("button[data-move]").evaluateAll((buttons) =>
    buttons.map((button) => ({
      move: button.dataset.move,
      value: button.dataset.value ?? null,
      plies: button.dataset.plies ?? null,
      text: button.innerText,
    })),
  );
}

/** Presses a button of the page by its action; one in the menu after opening that. @param {Page} page @param {string} action */
export async function press(page, action) {
  const button = page.locator(`[data-action="${action}"]`);
  const isInMenu = page.locator(`.menu:not(:popover-open) [data-action="${action}"]`);
  await button.first().waitFor({ state: "attached" });
  if (await isInMenu.count()) await page.locator('[data-action="more"]').click();
  await page.locator(`[data-action="${action}"]:visible`).first().click();
}

/** Selects the players: `both` sides by the user, or the user as `first` or `second`. @param {Page} page @param {"both" | "first" | "second"} seats */
export async function choosePlayers(page, seats) {
  await page.locator('select[data-action="players"]').selectOption(seats);
}

/** The line that states who wins or has won. @param {Page} page */
export async function headline(page) {
  return (await page.locator("[data-value-line]").innerText()).trim();
}

/** A move as the page writes it: a card has the sign of its suit. @param {string} game @param {string} move */
export function labelOf(game, move) {
  const [, rank, suit] = /^(.)([CDSH])$/.exec(game === "nine" ? move : "") ?? [];
  return rank && suit ? `${rank === "T" ? "10" : rank}${{ C: "♣", D: "♦", S: "♠", H: "♥" }[suit]}\ufe0e` : move;
}
