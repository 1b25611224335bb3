/**
 * What every visitor may expect: music only when switched on, a skip link that
 * changes nothing, keys that press no button left behind, and the same words
 * everywhere.
 */
import assert from "node:assert/strict";
import { at, fragment, positionShown, press } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";
import { dictionaries } from "./texts.mjs";

/** Words that a language has another word for, which is used everywhere. */
const others = {
  en: [],
  zh: [/结局类别/],
  ru: [/кучк/i, /пасу(ет|ют)/i, /значени\S* Гранди/i, /безошибочн/i],
};

/** The buttons that the arrow keys lead to from the first one. @param {import("playwright-core").Page} page */
function reached(page) {
  return page.evaluate(() => {
    const spots = [...document.querySelectorAll(".stage-spots button:not([aria-disabled])")];
    const found = new Set([spots.find((spot) => spot.tabIndex === 0)]);
    for (const spot of found) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        spot.focus();
        spot.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        found.add(document.activeElement);
      }
    }
    return { found: [...found].filter((one) => spots.includes(one)).length, all: spots.length };
  });
}

onPage("everyone", (check) => {
  for (const game of ["marbles", "nim", "boxes", "numbers", "piles", "nine", "kqk", "tictactoe", "quixo", "cram"]) {
    check(`a board of ${game} is one tab stop, and the arrow keys lead to every part of it`, { place: fragment(game) }, async ({ page }) => {
      assert.equal(await page.locator('.stage-spots button[tabindex="0"]').count(), 1);
      assert.equal(await page.locator('.move-list button[tabindex="0"]').count(), 1);
      const { found, all } = await reached(page);
      assert.ok(all > 0);
      assert.equal(found, all);
    });
  }

  check("the arrow keys on a board do not lead through the game", { place: fragment("tictactoe") }, async ({ page }) => {
    await page.locator('[data-spot="a1"]').focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.spot), "b1");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement?.dataset.spot), "b2");
    await page.keyboard.press("Enter");
    await at(page, "tictactoe", ".../.X./...");
  });

  for (const [scheme, palette] of [["light", "light"], ["dark", "default"]]) {
    check(`the colours follow a ${scheme} system`, { place: fragment("nim"), options: { colorScheme: scheme } }, async ({ page }) => {
      assert.equal(await page.locator("html").getAttribute("data-palette"), palette);
      await page.emulateMedia({ colorScheme: scheme === "light" ? "dark" : "light" });
      await page.locator(`html[data-palette="${palette === "light" ? "default" : "light"}"]`).waitFor({ state: "attached" });
    });
  }

  check("forced colours show every label as text", { place: fragment("nim"), options: { forcedColors: "active" } }, async ({ page }) => {
    const hidden = await page.locator(".caption").evaluateAll((captions) =>
      captions.filter((caption) => caption.checkVisibility()).filter((caption) => {
        const text = caption.querySelector(".unseen").getBoundingClientRect();
        return text.width < 8 || text.height < 8 || caption.querySelector(".letters").checkVisibility();
      }).map((caption) => caption.textContent));
    assert.deepEqual(hidden, []);
    const icons = await page.locator(".button > .lettering path").evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill === getComputedStyle(path.closest("button")).color));
    assert.ok(icons.length > 4 && icons.every(Boolean));
  });

  check("cards have the same names everywhere", { place: fragment("nine", { p: "C:7-J D:- S:9-9 H:8-9 Alice" }) }, async ({ page }) => {
    await press(page, "step");
    await ready(page);
    const shown = await page.locator(".move-name, [data-ply] bdi, .graph-text, [data-live]").allInnerTexts();
    assert.ok(shown.some((text) => /[♣♦♠♥]/.test(text)));
    assert.deepEqual(shown.filter((text) => /\b[6-9TJQKA][CDSH]\b/.test(text)), []);
  });

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

onPage("a way in", (check) => {
  for (const [language, sentence] of [["en", "Take matches from one heap"], ["zh", /堆/], ["ru", /куч/]]) {
    check(`how a game is played is unfolded once, in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page, address }) => {
      const rules = page.locator("details[data-rules]");
      assert.ok(await rules.evaluate((details) => details.open));
      assert.ok((await rules.locator("p").first().innerText()).length > 20);
      assert.match(await page.locator(".tagline").innerText(), new RegExp(sentence));
      await page.reload();
      await ready(page);
      assert.equal(await rules.evaluate((details) => details.open), false);
      await open(page, address, fragment("euclid"));
      assert.ok(await rules.evaluate((details) => details.open));
    });
  }
});
