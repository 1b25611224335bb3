/** The scene that CONTRIBUTING.md makes: its code is read from there, and played with. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { onPage, open, ready } from "./browser.mjs";
import { at } from "./board.mjs";
import { openSpots, spot } from "./scene.mjs";

const guide = await readFile(new URL("../../CONTRIBUTING.md", import.meta.url), "utf8");
const [scene, line] = [...guide.matchAll(/^```js\n([^]*?)^```$/gm)].map((found) => found[1] ?? "");

/** Serves the page file by file, with the scene. @param {import("playwright-core").Page} page */
async function withScene(page) {
  await page.route("**/scenes/subtraction.js", (route) => route.fulfill({ contentType: "text/javascript", body: scene }));
  await page.route("**/scenes/scenes.js", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const begin = "const byGame = {\n";
    assert.ok(text.includes(begin));
    await route.fulfill({ response, body: text.replace(begin, begin + line) });
  });
}

onPage("scene of the guide", (check) => {
  check("it shows the moves with their values, and plays them", {}, async ({ page, address, api }) => {
    await withScene(page);
    await open(page, address, "index.html#/subtraction");
    const { moves, position } = await api.position("subtraction");
    const shown = await openSpots(page);
    assert.deepEqual(shown.map(({ id }) => id).sort(), moves.map(({ move }) => move).sort());
    for (const { move, value } of moves) assert.ok(shown.find(({ id }) => id === move)?.label.includes(value), move);
    await page.locator(spot(moves[0].move)).click();
    await at(page, "subtraction", moves[0].position);
    await page.locator('[data-action="undo"]').click();
    await at(page, "subtraction", position);
    const { width, height } = await page.locator(".stage").boundingBox();
    assert.ok(width > 100 && height > 20);
  });

  check("it shows no value if answers are hidden", { preferences: { hideAnswers: true } }, async ({ page, address }) => {
    await withScene(page);
    await open(page, address, "index.html#/subtraction");
    await ready(page);
    for (const { label } of await openSpots(page)) assert.doesNotMatch(label, /win|loss/);
  });
});
