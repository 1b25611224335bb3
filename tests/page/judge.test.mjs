/** Pasted contest input gives the answers and errors of `kibitz judge`. */
import assert from "node:assert/strict";
import { fragment, go, positionShown, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { closeDialog, openDialog } from "./dialogs.mjs";
import { judge, samples } from "./kibitz.mjs";

/** Judges contest input on the page. @param {import("playwright-core").Page} page @param {string} input */
async function answersShown(page, input) {
  const dialog = await openDialog(page, "paste");
  await dialog.locator("[data-input]").fill(input);
  await dialog.locator('[data-action="judge"]').click();
  await dialog.locator('[data-answers][data-state="done"]').waitFor({ state: "attached" });
  return { dialog, answers: await dialog.locator("[data-answers]").textContent() };
}

onPage("contest input", (check) => {
  check("the samples of all games", { place: fragment("boxes") }, async ({ page, api }) => {
    for (const { game, file, text } of await samples()) {
      await go(page, game, { p: (await api.position(game)).position });
      const { dialog, answers } = await answersShown(page, text);
      assert.equal(answers, await judge(game, file), game);
      assert.equal(await dialog.locator("[data-problem]").innerText(), "", game);
      await dialog.locator('[data-action="sample"]').click();
      assert.equal(await dialog.locator("[data-input]").inputValue(), text, `the page's own sample of ${game}`);
      await closeDialog(page);
    }
  });

  check("a case of the input is shown on the board", { place: fragment("boxes") }, async ({ page, api }) => {
    const { dialog } = await answersShown(page, "2\n2\n1 2\n4\n0 5 0 0\n");
    await dialog.locator('[data-action="case-number"]').fill("2");
    await dialog.locator('[data-action="case"]').click();
    await page.locator("dialog[open]").waitFor({ state: "detached" });
    await ready(page);
    assert.equal(await positionShown(page), (await api.position("boxes", "0 5 0 0")).position);
  });

  check("a case in which Bob begins names Bob, also in a shared address", { place: fragment("numbers") }, async ({ page }) => {
    const headline = () => page.locator("[data-value-line] .unseen").textContent();
    for (const [first, name] of [["1", "Bob"], ["0", "Alice"]]) {
      const { dialog } = await answersShown(page, `1\n${first}\n1 1 1 1 1 1 1 2\n1 1 1 1 1 1 1 3\n`);
      await dialog.locator('[data-action="case"]').click();
      await page.locator("dialog[open]").waitFor({ state: "detached" });
      await ready(page);
      assert.match((await headline()) ?? "", new RegExp(`^${name} to move`));
      await page.reload();
      await ready(page);
      assert.match((await headline()) ?? "", new RegExp(`^${name} to move`));
      await page.locator("button[data-move]").first().click();
      await ready(page);
      assert.doesNotMatch((await headline()) ?? "", new RegExp(`^${name} to move`));
      await press(page, "reset");
      await ready(page);
      assert.match((await headline()) ?? "", new RegExp(`^${name} to move`));
    }
  });

  const expected = [/status of 400/];
  check("an invalid input shows line, column and message", { place: fragment("numbers"), expected }, async ({ page, address }) => {
    const wrong = "2\n0\n1 1 1 1 1 1 1 1\n1 1 1 1 1 1 1 1\n0\n1 1 1 1 9 1 1 1\n1 1 1 1 1 1 1 1\n";
    const response = await fetch(`${address}/api/v1/games/numbers/judge`, { method: "POST", body: wrong });
    const { error } = await response.json();
    assert.equal(error.line, 6);
    assert.equal(error.column, 9);
    const { dialog, answers } = await answersShown(page, wrong);
    const problem = await dialog.locator("[data-problem]").innerText();
    assert.ok(problem.includes(error.message), problem);
    assert.ok(problem.includes("6:9"), problem);
    assert.equal(answers, error.answers, "the answers before the invalid case");
  });
});
