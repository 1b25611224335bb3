/**
 * What every visitor may expect: music only when switched on, a skip link that
 * changes nothing, keys that press no button left behind, and the same words
 * everywhere.
 */
import assert from "node:assert/strict";
import { at, fragment, positionShown, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";
import { dictionaries } from "./texts.mjs";

/** Words that a language has another word for, which is used everywhere. */
const others = {
  en: [],
  zh: [/结局类别/],
  ru: [/кучк/i, /пасу(ет|ют)/i, /значени\S* Гранди/i, /безошибочн/i],
};

onPage("everyone", (check) => {
  check("music is off until it is switched on", { place: fragment("nim") }, async ({ page }) => {
    const music = page.locator('[data-action="mute-music"]');
    assert.equal(await music.getAttribute("aria-pressed"), "false");
    await music.click();
    assert.equal(await music.getAttribute("aria-pressed"), "true");
  });

  check("the skip link changes neither the address nor the layout", { place: fragment("nim", { p: "1 2" }) }, async ({ page }) => {
    const before = page.url();
    const top = () => page.locator("header").evaluate((header) => header.getBoundingClientRect().top);
    const place = await top();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.className), "skip");
    assert.equal(await top(), place);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.id), "board");
    assert.equal(page.url(), before);
  });

  check("after a dialog the space bar plays, and presses no button", { place: fragment("nim") }, async ({ page, api }) => {
    for (const name of ["help", "settings", "position"]) {
      const { moves } = await api.position("nim", await positionShown(page));
      await openDialog(page, name);
      await closeDialog(page);
      await page.waitForFunction(() => document.activeElement === document.body);
      await page.keyboard.press("Space");
      await at(page, "nim", moves[0].position);
      assert.equal(await page.locator("dialog[open]").count(), 0, name);
    }
  });

  for (const name of ["constructor", "__proto__", "toString"]) {
    check(`${name} is an unknown game`, { expected: [/404/] }, async ({ page, address }) => {
      await page.goto(`${address}/#/${name}`);
      await ready(page);
      assert.match(await page.locator("[data-fault]").innerText(), /Unknown game/);
      assert.equal(await page.locator("body").getAttribute("data-game"), "marbles");
      await press(page, "dismiss");
    });
  }

  check("one word for one thing", { place: "" }, async ({ page }) => {
    for (const area of await dictionaries(page)) {
      for (const [language, patterns] of Object.entries(others)) {
        const texts = Object.entries(area[language]).map(([key, text]) => `${key}: ${JSON.stringify(text)}`);
        for (const pattern of patterns) assert.deepEqual(texts.filter((text) => pattern.test(text)), [], String(pattern));
      }
    }
  });
});
