/** Terms explain themselves when they are pointed at, focused or touched. */
import assert from "node:assert/strict";
import { fragment } from "./board.mjs";
import { onPage, phone } from "./browser.mjs";

/** @param {import("playwright-core").Page} page */
const tip = (page) => page.locator("#term-tip:popover-open");

onPage("terms", (check) => {
  for (const [language, words] of /** @type {[string, Record<string, RegExp>][]} */ ([
    ["en", { ply: /move of one player/, grundy: /smallest number/, class: /Left/, score: /difference/ }],
    ["zh", { ply: /一步/, grundy: /最小/, class: /左方/, score: /分差/ }],
    ["ru", { ply: /ход одного игрока/, grundy: /наименьшее/, class: /Левый/, score: /разнице/ }],
  ])) {
    for (const [game, terms] of [["nim", ["ply", "grundy"]], ["domineering", ["ply", "class"]], ["nine", ["ply", "score"]]]) {
      check(`terms of ${game} in ${language}`, { place: fragment(game), preferences: { language } }, async ({ page }) => {
        for (const term of terms) {
          const shown = page.locator(`[data-value-line] [data-term="${term}"]`);
          await shown.focus();
          assert.match(await tip(page).innerText(), words[term]);
          await page.keyboard.press("Escape");
          assert.equal(await tip(page).count(), 0);
          await shown.blur();
          await shown.hover();
          await tip(page).waitFor();
          await page.mouse.move(0, 0);
          await tip(page).waitFor({ state: "detached" });
        }
      });
    }
  }

  check("a Grundy value in the list is explained", { place: fragment("nim") }, async ({ page }) => {
    await page.locator('[data-move] [data-term="grundy"]').first().hover();
    assert.match(await tip(page).innerText(), /\*n/);
  });

  check("a touched term is explained inside the window", { place: fragment("nim"), viewport: phone, options: { hasTouch: true } }, async ({ page }) => {
    for (const term of await page.locator(".term").all()) {
      await term.tap();
      const box = await tip(page).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= phone.width, JSON.stringify(box));
    }
  });
});
