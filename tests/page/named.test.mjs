/** If there are more moves than are listed, any move can be played by name. */
import assert from "node:assert/strict";
import { at, fragment, movesShown } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";

/** Plays a typed move. @param {import("playwright-core").Page} page @param {string} name */
async function playNamed(page, name) {
  await page.locator('[data-action="move-name"]').fill(name);
  await page.locator('[data-action="move-name"]').press("Enter");
}

onPage("moves by name", (check) => {
  const place = fragment("boxes", { p: "70000 70000 70000" });
  check("a move that is not listed is played, shared and undone", { place }, async ({ page, api }) => {
    const answer = await api.position("boxes", "70000 70000 70000");
    const [move, after] = ["2>1 x12345", "82345 57655 70000"];
    assert.ok(answer.move_count > answer.moves.length);
    assert.ok(!answer.moves.some((one) => one.move === move));
    assert.ok(!(await movesShown(page)).some((one) => one.move === move));
    await playNamed(page, "2 > 1 X12345");
    await at(page, "boxes", after);
    const value = await page.locator("[data-value-line]").getAttribute("data-value");
    assert.equal(value, (await api.position("boxes", after)).value);
    assert.equal(new URLSearchParams(page.url().split("?")[1]).get("m"), move);
    await page.reload();
    await ready(page);
    await at(page, "boxes", after);
    await page.keyboard.press("ArrowLeft");
    await at(page, "boxes", "70000 70000 70000");
  });

  const expected = [/status of 400/];
  check("an invalid move is reported", { place, expected }, async ({ page }) => {
    await playNamed(page, "2>1 x70001");
    await page.locator("[data-fault]:visible").waitFor();
    await at(page, "boxes", "70000 70000 70000");
  });

  check("there is no name field if all moves are listed", { place: fragment("boxes") }, async ({ page }) => {
    assert.equal(await page.locator("[data-named]").count(), 1);
    assert.equal(await page.locator("[data-named]:visible").count(), 0);
  });
});
