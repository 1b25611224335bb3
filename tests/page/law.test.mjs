/**
 * The dialog about the law of a table: texts, programs and picture agree with the API.
 */
import assert from "node:assert/strict";
import { fragment } from "./board.mjs";
import { onPage } from "./browser.mjs";
import { openDialog } from "./dialogs.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** Fills in a table and waits for its law. @param {Page} page @param {{at: string, axes: string[], of?: string}} table */
async function find(page, { at, axes, of = "outcome" }) {
  const dialog = page.locator('dialog[data-dialog="law"]');
  await dialog.locator('[data-action="law-at"]').fill(at);
  for (const [i, axis] of axes.entries()) await dialog.locator(`[data-action="law-axis-${i + 1}"]`).fill(axis);
  await dialog.locator('[data-action="law-of"]').selectOption(of);
  await dialog.locator('[data-action="work"]').click();
  await dialog.locator('[data-action="work-cancel"]').waitFor({ state: "detached" });
  return dialog;
}

/** The colour in the middle of a cell's left edge, as red, green, blue. @param {Page} page @param {number} row @param {number} column */
const colourAt = (page, row, column) =>
  page.locator("canvas[data-table]").evaluate(
    (canvas, [row, column]) => {
      const size = Number(canvas.dataset.size);
      const pixel = canvas.getContext("2d").getImageData(column * size + 1, row * size + size / 2, 1, 1);
      return [...pixel.data].slice(0, 3).join();
    },
    [row, column],
  );

onPage("laws", (check) => {
  check("the law of a suggested table in words and as programs", { place: fragment("nim") }, async ({ page }) => {
    const dialog = await openDialog(page, "law");
    assert.equal(await dialog.locator('[data-action="law-at"]').inputValue(), "{a} {b}");
    await find(page, { at: "{a} {b}", axes: ["a=0..20", "b=0..20"], of: "grundy" });
    assert.equal(await dialog.locator("[data-status]").getAttribute("data-status"), "conjecture");
    assert.equal(await dialog.locator("[data-formula]").innerText(), "a ⊕ b");
    assert.match(await dialog.locator("[data-python]").innerText(), /^def law\(a, b\):\n {4}return a \^ b$/);
    assert.match(await dialog.locator("[data-cpp]").innerText(), /law\(/);
  });

  check("the picture has the values of positions", { place: fragment("nim") }, async ({ page, api }) => {
    await openDialog(page, "law");
    await find(page, { at: "{a} {b} 1", axes: ["a=0..15", "b=0..15"] });
    await page.locator("canvas[data-table]").focus();
    const colours = new Map();
    for (const [row, column] of [[1, 1], [1, 0], [2, 3], [3, 2], [4, 5], [6, 6]]) {
      const { value } = await api.position("nim", `${row} ${column} 1`);
      const colour = await colourAt(page, row, column);
      assert.equal(colours.get(value) ?? colour, colour, `${row} ${column}`);
      colours.set(value, colour);
    }
    assert.equal(new Set(colours.values()).size, 2);
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.locator("[data-cell]").innerText(), "a=0 b=1: loss.");
  });

  check("exceptions of a sequence are marked, and its proof is named", { place: fragment("octal") }, async ({ page }) => {
    const dialog = await openDialog(page, "law");
    await find(page, { at: "{a}", axes: ["a=0..200", ""], of: "grundy" });
    assert.equal(await dialog.locator("[data-status]").getAttribute("data-status"), "proved");
    assert.match(await dialog.innerText(), /Guy–Smith/);
    await dialog.locator("canvas[data-table]").focus();
    for (let i = 0; i < 3; i += 1) await page.keyboard.press("ArrowRight");
    assert.equal(await dialog.locator("[data-cell]").innerText(), "a=3: 3; the law says 8.");
  });

  check("layers of a table with three axes", { place: fragment("nim") }, async ({ page }) => {
    const dialog = await openDialog(page, "law");
    await find(page, { at: "{a} {b} {c}", axes: ["a=0..8", "b=0..8", "c=0..8"], of: "grundy" });
    await dialog.locator('[data-action="law-layer-1"]').fill("5");
    assert.equal(await dialog.locator("[data-cell]").innerText(), "a=5 b=0 c=0: 5.");
  });

  check("a short table has no law, and a wrong one is explained", { place: fragment("nim") }, async ({ page }) => {
    const dialog = await openDialog(page, "law");
    await find(page, { at: "{a}", axes: ["a=0..x", ""] });
    assert.match(await dialog.locator("[data-work]").innerText(), /a=0|x/);
    await find(page, { at: "{a} {b}", axes: ["a=0..1", "b=0..1"], of: "plies" });
    assert.notEqual(await dialog.locator("[data-status]").getAttribute("data-status"), "proved");
  });

  for (const language of ["zh", "ru"]) {
    check(`all texts in ${language}`, { place: fragment("octal"), preferences: { language } }, async ({ page }) => {
      const dialog = await openDialog(page, "law");
      await find(page, { at: "{a}", axes: ["a=0..200", ""], of: "grundy" });
      const text = await dialog.innerText();
      assert.doesNotMatch(text, /law\.|value\./);
    });
  }
});
