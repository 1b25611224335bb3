/**
 * Pictures to save: the board and the map as PNG and as SVG have the pixels of the page, and
 * a card to share. Pointing at the value graph shows the position.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { fragment, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** What a button saves. @param {Page} page @param {string} action */
async function saved(page, action) {
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, action)]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

/** Draws a picture and returns some of its pixels. @param {Page} page @param {Buffer} bytes @param {string} type @param {number} width logical pixels across */
function pixelsOf(page, bytes, type, width) {
  return page.evaluate(async ({ data, type, width }) => {
    const image = new Image();
    image.src = `data:${type};base64,${data}`;
    await image.decode();
    const height = Math.round((width * image.naturalHeight) / image.naturalWidth);
    const canvas = document.createElement("canvas");
    canvas.width = width;
    canvas.height = height;
    const context = canvas.getContext("2d");
    context.imageSmoothingEnabled = false;
    context.drawImage(image, 0, 0, width, height);
    return { height, pixels: [...context.getImageData(0, 0, width, height).data] };
  }, { data: bytes.toString("base64"), type, width });
}

/** @param {Page} page @param {string} selector */
const shown = (page, selector) =>
  page.locator(selector).first().evaluate((canvas) => ({ width: canvas.width, height: canvas.height, pixels: [...canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data] }));

/** @param {Page} page @param {string} canvas @param {string} prefix of the actions */
async function checkSaved(page, canvas, prefix) {
  const wanted = await shown(page, canvas);
  for (const [kind, type] of [["png", "image/png"], ["svg", "image/svg+xml"]]) {
    const { name, bytes } = await saved(page, `${prefix}-${kind}`);
    assert.match(name, new RegExp(`^kibitz-.*\\.${kind}$`));
    const found = await pixelsOf(page, bytes, type, wanted.width);
    assert.equal(found.height, wanted.height);
    const wrong = found.pixels.filter((part, at) => Math.abs(part - wanted.pixels[at]) > 2).length;
    assert.equal(wrong, 0, `${name}: ${wrong} of ${wanted.pixels.length} differ`);
  }
}

onPage("pictures", (check) => {
  for (const game of ["kqk", "marbles"]) {
    check(`the board of ${game} is saved as it is shown`, { place: fragment(game), options: { acceptDownloads: true } }, async ({ page }) => {
      await openDialog(page, "picture");
      await checkSaved(page, "[data-scene] canvas.stage-canvas", "save");
    });
  }

  check("the map is saved as it is shown", { place: fragment("nim") }, async ({ page }) => {
    await openDialog(page, "map");
    await page.locator('[data-action="map-level"]').waitFor();
    await checkSaved(page, "[data-map]", "map");
  });

  for (const language of ["en", "zh", "ru"]) {
    check(`a card to share in ${language}`, { place: fragment("nim"), preferences: { language } }, async ({ page }) => {
      await openDialog(page, "picture");
      const card = page.locator(".card canvas");
      assert.match(await card.getAttribute("aria-label"), { en: /Nim.*Alice wins/, zh: /Nim.*Alice 必胜/, ru: /Ним.*побеждает Алиса/ }[language]);
      const { width, height, pixels } = await shown(page, ".card canvas");
      assert.deepEqual([width, height], [1200, 630]);
      assert.ok(new Set(pixels).size > 10);
      const { name } = await saved(page, "save-card");
      assert.equal(name, "kibitz-nim-card.png");
      await closeDialog(page);
    });
  }

  check("a card does not have hidden answers", { place: fragment("nim"), preferences: { hideAnswers: true } }, async ({ page }) => {
    await openDialog(page, "picture");
    assert.doesNotMatch(await page.locator(".card canvas").getAttribute("aria-label"), /wins|plies/);
  });

  check("pointing at the graph shows the position, whose numbers are on the axis", { place: fragment("tictactoe") }, async ({ page }) => {
    for (let ply = 0; ply < 3; ply += 1) {
      await press(page, "step");
      await ready(page);
    }
    const graph = page.locator("[data-graph]");
    await graph.scrollIntoViewIfNeeded();
    const picture = page.locator(".graph-position");
    /** @param {number} ply */
    const at = async (ply) => {
      await graph.hover({ position: { x: 2 * (19 + 12 * ply + 6), y: 20 } });
      await picture.waitFor();
      return (await shown(page, ".graph-position")).pixels.join();
    };
    const pictures = [await at(0), await at(1), await at(3)];
    assert.equal(new Set(pictures).size, 3);
    await page.mouse.move(0, 0);
    await picture.waitFor({ state: "hidden" });
    const { width, height, pixels } = await shown(page, ".graph-canvas");
    const isInk = (x, y) => Math.max(...pixels.slice(4 * (y * width + x), 4 * (y * width + x) + 3)) > 120;
    const rows = Array.from({ length: height }, (_, y) => [...Array(16).keys()].some((x) => isInk(x, y)));
    const numbers = rows.filter((row, y) => row && !rows[y - 1]).length;
    assert.ok(numbers >= 7, `three numbers for each player, and the draw: ${numbers}`);
  });
});
