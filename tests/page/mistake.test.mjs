/**
 * After a lost game the mistake is shown, and how a game is played can be
 * unfolded, in each language.
 */
import assert from "node:assert/strict";
import { at, fragment, go, press } from "./board.mjs";
import { onPage } from "./browser.mjs";

onPage("a way in", (check) => {
  // The first player could win at once, by taking both; taking one loses.
  const lost = { p: "2", moves: ["1: -1", "1: -1"] };
  for (const [language, words] of /** @type {[string, RegExp][]} */ ([["en", /Alice .*ply 1.*1: -1.*1: -2/], ["zh", /Alice 在第 1 步.*1: -1.*1: -2/], ["ru", /Алиса.*полуходе 1.*1: -1.*1: -2/]])) {
    check(`the mistake of a lost game in ${language}`, { place: fragment("nim", lost), preferences: { language } }, async ({ page }) => {
      const panel = page.locator(".mistake");
      await panel.waitFor();
      assert.match(await panel.locator("p").innerText(), words);
      await press(page, "mistake");
      await at(page, "nim", "2");
      assert.equal(await panel.isVisible(), false);
    });

    check(`how it is played in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page, api }) => {
      const rules = page.locator("[data-rules]");
      await rules.locator("p").first().waitFor();
      const nim = await rules.locator(".prose").innerText();
      assert.ok(nim.length > 15, nim);
      await go(page, "boxes", { p: (await api.position("boxes")).position });
      const boxes = await rules.locator(".prose").innerText();
      assert.ok(boxes.length > 15 && boxes !== nim, boxes);
    });
  }

  check("a game without a mistake has none", { place: fragment("nim", { p: "1", moves: ["1: -1"] }) }, async ({ page }) => {
    assert.equal(await page.locator(".mistake").isVisible(), false);
  });
});
