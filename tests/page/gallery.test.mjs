/**
 * The gallery: every game with a picture, a sentence and who wins, a search
 * field, and the examples of rule files.
 */
import assert from "node:assert/strict";
import { at, fragment } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { openDialog } from "./dialogs.mjs";

onPage("gallery", (check) => {
  for (const [language, wins, search] of /** @type {[string, RegExp, string][]} */ ([["en", /wins|a draw/, "staircase"], ["zh", /必胜|平局/, "阶梯"], ["ru", /побеждает|ничья/, "лестниц"]])) {
    check(`all games in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page, api }) => {
      const dialog = await openDialog(page, "gallery");
      const games = await api.games();
      for (const { name } of games) {
        const entry = dialog.locator(`[data-open="${name}"]`);
        assert.ok((await entry.locator(".gallery-words span").first().innerText()).length > 1, name);
      }
      // Who wins is what the server says.
      for (const name of ["boxes", "tictactoe", "kqk"]) {
        const { value } = await api.position(name);
        const winner = dialog.locator(`[data-open="${name}"] .gallery-winner`);
        await page.locator(`[data-open="${name}"] .gallery-winner[data-value="${value}"]`).waitFor();
        assert.match(await winner.innerText(), wins);
      }
      const pictures = await dialog.locator("canvas").evaluateAll((canvases) =>
        canvases.map((canvas) => new Set(canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data).size));
      assert.ok(pictures.every((colours) => colours > 4), `pictures: ${pictures}`);
      await dialog.locator("input").fill(search);
      await page.locator('[data-open="nim"]').waitFor({ state: "hidden" });
      assert.equal(await page.locator('[data-open="boxes"]').isVisible(), true);
      await page.locator('[data-open="boxes"]').click();
      await at(page, "boxes", (await api.position("boxes")).position);
    });
  }

  check("an example of a rule file is opened", { place: fragment("nim") }, async ({ page }) => {
    const dialog = await openDialog(page, "gallery");
    await dialog.locator("input").fill("kayles");
    await dialog.locator('[data-open="example:kayles"]').click();
    await page.waitForFunction(() => location.hash.startsWith("#/rules?"));
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });

  check("it is offered on the first visit only", { options: { storageState: { cookies: [], origins: [] } } }, async ({ page, address }) => {
    await page.goto(address);
    await page.locator('dialog[open][data-dialog="gallery"]').waitFor();
    await page.reload();
    await page.locator('body[data-ready="true"][data-busy="false"]').waitFor({ state: "attached" });
    assert.equal(await page.locator("dialog[open]").count(), 0);
  });
});
