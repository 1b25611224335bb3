/** The editor of rule files: what it says, and the game that comes out of it. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { movesShown, press, positionShown } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { complaintOf } from "./kibitz.mjs";

const MATCHES = `# Matches: take one, two or three; who cannot take loses.
n = 21


def start():
    yield n


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
`;

/** @param {import("playwright-core").Page} page @param {string} source */
async function write(page, source) {
  await press(page, "rules");
  const field = page.locator("textarea[data-rules]");
  await field.fill(source);
  return page.locator("[data-verdict]");
}

onPage("editor", (check) => {
  check("a game of one's own is played", { place: "#/marbles" }, async ({ page }) => {
    const verdict = await write(page, MATCHES);
    await page.locator('[data-verdict="right"]').waitFor();
    assert.match((await verdict.textContent()) ?? "", /left=21/);
    await press(page, "play-rules");
    await page.locator('body[data-position="left=21"][data-busy="false"]').waitFor({ state: "attached" });
    const moves = await movesShown(page);
    assert.deepEqual(
      moves.map(({ move, value }) => [move, value]),
      [
        ["left=20", "win"],
        ["left=18", "loss"],
        ["left=19", "loss"],
      ],
    );
    await press(page, "step");
    await page.locator('body[data-position="left=20"][data-busy="false"]').waitFor({ state: "attached" });

    // The address brings the rules with it.
    await page.reload();
    await ready(page);
    assert.equal(await positionShown(page), "left=20");
  });

  check("mistakes are those of the command line", { place: "#/marbles", expected: [/422/] }, async ({ page }) => {
    const wrong = MATCHES.replace("k <= left", "k <= lefft");
    await write(page, wrong);
    await page.locator('[data-verdict="wrong"]').waitFor();
    const shown = await page.locator("[data-mistake]").textContent();
    const folder = await mkdtemp(join(tmpdir(), "kibitz-"));
    try {
      await writeFile(join(folder, "rules.py"), wrong);
      assert.equal(shown?.trim(), (await complaintOf(["solve", "rules.py"], folder)).trim());
    } finally {
      await rm(folder, { recursive: true });
    }
    await press(page, "mistake");
    const line = await page.locator("textarea[data-rules]").evaluate((/** @type {HTMLTextAreaElement} */ field) => field.value.slice(field.selectionStart, field.selectionEnd));
    assert.equal(line, "lefft:");
  });

  check("examples open", { place: "#/marbles" }, async ({ page }) => {
    await press(page, "rules");
    await page.locator('option[value="kayles"]').waitFor({ state: "attached" });
    await page.locator('select[data-action="example"]').selectOption("kayles");
    await page.locator('[data-verdict="right"]').waitFor();
    await press(page, "play-rules");
    await page.locator('body[data-game^="rules-"][data-busy="false"]').waitFor({ state: "attached" });
    assert.ok((await movesShown(page)).length > 0);
  });
});
