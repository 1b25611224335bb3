/**
 * Phone width: nothing overflows to the right, no button or text is clipped,
 * and every target is large enough for a finger.
 */
import assert from "node:assert/strict";
import { mainGames } from "./api.mjs";
import { at, fragment, go } from "./board.mjs";
import { onPage, phone } from "./browser.mjs";
import { closeDialog, dialogs, openDialog } from "./dialogs.mjs";

/** Positions that need more space than the default ones. */
const large = [
  { game: "boxes", p: Array.from({ length: 40 }, (_, box) => (box * 7) % 12).join(" ") },
  { game: "piles", p: Array.from({ length: 12 }, () => "1 2 3 1 2 1 1 2").join("/") },
  { game: "marbles", p: "*****./******/*....*/******/**.***", set: { rows: "5", cols: "6" } },
];

/** The elements that do not fit on the page. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
function misfits(page) {
  return page.evaluate(() => {
    const SMALLEST = 24;
    const room = document.documentElement.clientWidth;
    const found = [];
    const dialog = document.querySelector("dialog[open]");
    const name = (element) => element.outerHTML.slice(0, 120);
    const scrolls = (element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const isInsideScroller = (element) => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) if (scrolls(at) && at.scrollWidth > at.clientWidth) return true;
      return false;
    };
    if (document.documentElement.scrollWidth > room) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
    if (dialog && dialog.scrollWidth > dialog.clientWidth) found.push(`the dialog is ${dialog.scrollWidth} wide`);

    for (const element of (dialog ?? document.body).querySelectorAll("*")) {
      if (!element.checkVisibility({ visibilityProperty: true }) || element.closest(".unseen, .live, .skip")) continue;
      const { left, right, width, height } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      if ((left < -1 || right > room + 1) && !isInsideScroller(element)) found.push(`outside: ${name(element)}`);
      const isControl = element.matches("button, select, input, textarea, summary, a, [role=slider]");
      const isTitle = element.matches("h1, h2, h3, label, p, li, td, th");
      const isBlock = getComputedStyle(element).display !== "inline";
      if ((isControl || isTitle) && isBlock && !scrolls(element) && element.scrollWidth > element.clientWidth + 1) {
        found.push(`cut off, ${element.scrollWidth} in ${element.clientWidth}: ${name(element)}`);
      }
      const target = element.matches("input[type=checkbox], input[type=range]") ? element.closest("label") ?? element : element;
      const size = target.getBoundingClientRect();
      if (isControl && (size.width < SMALLEST || size.height < SMALLEST)) {
        found.push(`small, ${Math.round(size.width)}×${Math.round(size.height)}: ${name(element)}`);
      }
    }
    return found;
  });
}

onPage("layout", (check) => {
  for (const language of ["en", "zh", "ru"]) {
    check(`a phone in ${language}`, { place: fragment("nim"), viewport: phone, preferences: { language } }, async ({ page, api }) => {
      for (const game of [...mainGames, "tictactoe", "calendar", "nim"]) {
        const { position, moves } = await api.position(game);
        await go(page, game, { p: position });
        assert.deepEqual(await misfits(page), [], `${game}: board`);
        await page.locator("button[data-move]").first().click();
        await at(page, game, moves[0].position);
        assert.deepEqual(await misfits(page), [], `${game}: after a move`);
        for (const name of await dialogs(page)) {
          await openDialog(page, name);
          assert.deepEqual(await misfits(page), [], `${game}: ${name}`);
          await closeDialog(page);
        }
      }
    });
  }

  for (const { game, ...where } of large) {
    check(`a large position of ${game} on a phone`, { place: fragment(game, where), viewport: phone }, async ({ page }) => {
      assert.deepEqual(await misfits(page), []);
    });
  }
});
