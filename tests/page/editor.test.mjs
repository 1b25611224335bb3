/** The rule-file editor: its diagnostics, and the resulting game. */
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { headline, movesShown, press, positionShown } from "./board.mjs";
import { onPage, open, ready } from "./browser.mjs";
import { complaintOf, startServer } from "./kibitz.mjs";

/** @typedef {import("playwright-core").Page} Page */

const MATCHES = `# Matches: take one, two or three; a player who cannot take loses.
n = 21


def start():
    yield n


def moves(left):
    for k in range(1, 4):
        if k <= left:
            yield left - k
`;

/** A player who leaves an even number moves again. */
const AGAIN = `# Evens
from kibitz import again


def start():
    yield 5


def moves(left):
    for k in (1, 2):
        if k <= left and (left - k) % 2 == 0:
            yield again(left - k)
        elif k <= left:
            yield left - k
`;

/** @param {Page} page */
const field = (page) => page.locator("textarea[data-rules]");

/** Opens the editor and enters rules. @param {Page} page @param {string} source */
async function write(page, source) {
  await press(page, "rules");
  await page.locator("[data-verdict=right], [data-verdict=wrong]").waitFor();
  await field(page).fill(source);
}

/** @param {Page} page @param {"right" | "wrong"} what */
async function verdict(page, what) {
  const shown = page.locator(`[data-verdict="${what}"]`);
  await shown.waitFor();
  return (await shown.textContent()) ?? "";
}

/** @param {Page} page @param {string} position */
function arrived(page, position) {
  return page.locator(`body[data-position="${position}"][data-busy="false"]`).waitFor({ state: "attached" });
}

/** Enters rules and opens the game. @param {Page} page @param {string} source @param {string} position where they begin */
async function openRules(page, source, position) {
  await write(page, source);
  await page.locator('[data-verdict="right"]', { hasText: position }).waitFor();
  await press(page, "play-rules");
  await arrived(page, position);
}

/** The error message of a command for a rule file. @param {string} source @param {string[]} words */
async function commandError(source, words) {
  const folder = await mkdtemp(join(tmpdir(), "kibitz-"));
  try {
    await writeFile(join(folder, "rules.py"), source);
    return (await complaintOf(words, folder)).trim();
  } finally {
    await rm(folder, { recursive: true });
  }
}

const COINS = `# Coins: take the first or the last; the sums count.
from kibitz import move, points

play = "score"


def start():
    yield (1, 7, 3)


def moves(row):
    if row:
        yield move("first", points(row[0], row[1:]))
        yield move("last", points(row[-1], row[:-1]))
`;

onPage("editor", (check) => {
  check("all points decide a game in score play", { place: "#/marbles" }, async ({ page }) => {
    await openRules(page, COINS, "row=(1, 7, 3)");
    assert.deepEqual(
      (await movesShown(page)).map(({ move, value }) => [move, value]),
      [
        ["first", "loss"],
        ["last", "loss"],
      ],
    );
    for (const [move, position] of [["first", "row=(7, 3)"], ["last", "row=(7,)"], ["first", "row=()"]]) {
      await page.locator(`button[data-move="${move}"]`).click();
      await arrived(page, position ?? "");
    }
    // 1 + 7 against 3. No points are left, so the last position alone would be a draw.
    assert.match(await headline(page), /Alice has won/);
  });

  check("a rule-file game can be played", { place: "#/marbles" }, async ({ page }) => {
    await openRules(page, MATCHES, "left=21");
    assert.equal(await page.locator("dialog[open]").count(), 0);
    assert.match(await page.title(), /^Matches/);
    const moves = await movesShown(page);
    assert.deepEqual(
      moves.map(({ move, value }) => [move, value]).sort(),
      [
        ["left=18", "loss"],
        ["left=19", "loss"],
        ["left=20", "win"],
      ],
    );
    assert.equal(moves[0]?.move, "left=20");
    await press(page, "step");
    await arrived(page, "left=20");

    // The URL contains the rules.
    await page.reload();
    await ready(page);
    assert.equal(await positionShown(page), "left=20");
    assert.match(await page.title(), /^Matches/);

    // A new version replaces the first in the list of games.
    const titles = () => page.locator('select[data-action="game"] option', { hasText: "Matches" }).count();
    assert.equal(await titles(), 1);
    await openRules(page, MATCHES.replace("21", "30"), "left=30");
    assert.equal(await titles(), 1);

    // Going back leads to the first version.
    await page.goBack();
    await arrived(page, "left=20");
  });

  check("a rule-file game has parameters, puzzles and statistics", { place: "#/marbles" }, async ({ page }) => {
    await openRules(page, MATCHES, "left=21");
    await press(page, "position");
    await page.locator('dialog[open] input[name="n"]').fill("40");
    await press(page, "start-position");
    await arrived(page, "left=40");
    assert.match(await headline(page), /Bob wins/);
    await press(page, "puzzle");
    await page.locator(".puzzle[data-state=open]").waitFor();
  });

  check("diagnostics are those of the command line", { place: "#/marbles", expected: [/422/] }, async ({ page }) => {
    const wrong = MATCHES.replace("k <= left", "k <= lefft");
    await write(page, wrong);
    await verdict(page, "wrong");
    const shown = await page.locator("[data-diagnostic]").textContent();
    assert.equal(shown?.trim(), await commandError(wrong, ["solve", "rules.py"]));
    assert.equal(await page.locator(".wrong-line").textContent(), "11");
    await press(page, "diagnostic");
    const chosen = await field(page).evaluate((/** @type {HTMLTextAreaElement} */ { value, selectionStart, selectionEnd }) => value.slice(selectionStart, selectionEnd));
    assert.equal(chosen, "lefft:");
    // Editing is checked without pressing anything.
    await page.keyboard.type("left:");
    assert.match(await verdict(page, "right"), /left=21/);
    assert.equal(await page.locator(".wrong-line").count(), 0);
  });

  check("a run-time fault leads to the editor", { place: "#/marbles", expected: [/422/] }, async ({ page }) => {
    const fails = MATCHES.replace("yield left - k", "yield (left - k) // (left - 21)");
    await write(page, fails);
    await page.locator('[data-verdict="right"]', { hasText: "left=21" }).waitFor();
    await press(page, "play-rules");
    assert.match(await verdict(page, "wrong"), /division by zero[^]*left=21/);
    assert.equal(await page.locator(".wrong-line").textContent(), "12");
  });

  check("new lines are indented", { place: "#/marbles", expected: [/422/] }, async ({ page }) => {
    await write(page, "");
    await field(page).focus();
    await page.keyboard.type("def start():\nyield 3\n");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("def moves(n):\nif n:\nyield n - 1");
    assert.equal(await field(page).inputValue(), "def start():\n    yield 3\ndef moves(n):\n    if n:\n        yield n - 1");
    await page.locator('[data-verdict="right"]', { hasText: "n=3" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await arrived(page, "n=3");
  });

  check("a draft is stored", { place: "#/marbles", expected: [/422/] }, async ({ page }) => {
    await openRules(page, MATCHES, "left=21");
    await press(page, "rules");
    assert.equal(await field(page).inputValue(), MATCHES);
    await field(page).fill("def start(");
    await verdict(page, "wrong");
    await page.keyboard.press("Escape");
    await press(page, "rules");
    assert.equal(await field(page).inputValue(), "def start(");
  });

  check("an extra turn keeps the player to move", { place: "#/marbles" }, async ({ page }) => {
    await openRules(page, AGAIN, "left=5");
    assert.match(await headline(page), /^.?\s*Alice to move/);
    await page.locator('button[data-move="left=4"]').click();
    await arrived(page, "left=4");
    assert.match(await headline(page), /Alice to move/);
    await page.locator('button[data-move="left=3"]').click();
    await arrived(page, "left=3");
    assert.match(await headline(page), /Bob to move/);
  });

  check("examples open, partizan ones too", { place: "#/marbles" }, async ({ page }) => {
    for (const name of ["kayles", "domineering", "tictactoe"]) {
      await press(page, "rules");
      await page.locator(`dialog option[value="${name}"]`).waitFor({ state: "attached" });
      const before = await page.locator("body").getAttribute("data-game");
      await page.locator('select[data-action="example"]').selectOption(name);
      await verdict(page, "right");
      await press(page, "play-rules");
      await page.locator(`body[data-game^="rules-"][data-busy="false"]:not([data-game="${before}"])`).waitFor({ state: "attached" });
      assert.ok((await movesShown(page)).length > 0, name);
      if (name === "domineering") {
        assert.match(await headline(page), /Left to move/);
        await press(page, "step");
        await page.locator("[data-value-line]", { hasText: /Right to move/ }).waitFor();
      }
    }
  });

  check("a damaged address is reported", { place: "#/rules?r=AAAA" }, async ({ page }) => {
    assert.match((await page.locator("[data-fault]").textContent()) ?? "", /may be incomplete/);
    assert.equal(await page.locator("body").getAttribute("data-game"), "marbles");
  });

  check("invalid rules in the address open the editor", { expected: [/422/] }, async ({ page, address }) => {
    await open(page, address, "#/marbles");
    const packed = await page.evaluate(async (text) => (await import("/core/packed.js")).pack(text), MATCHES.replace("yield n", "yield m"));
    await page.goto("about:blank");
    await open(page, address, `#/rules?r=${packed}`);
    await press(page, "run-rules");
    await page.locator("[data-fault]", { hasText: /rules\.py:6:11/ }).waitFor();
    await press(page, "edit-rules");
    assert.match(await field(page).inputValue(), /yield m\n/);
    await verdict(page, "wrong");
  });

  for (const language of ["en", "zh", "ru"]) {
    check(`rules of an address run once they are allowed, in ${language}`, { preferences: { language } }, async ({ page, address }) => {
      const sent = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
      await open(page, address, "#/marbles");
      const packed = await page.evaluate(async (text) => (await import("/core/packed.js")).pack(text), MATCHES);
      await page.goto("about:blank");
      await open(page, address, `#/rules?r=${packed}&p=left%3D9`);
      const question = page.locator("[data-fault]");
      assert.match(await question.innerText(), { en: /only if you allow/, zh: /只有你允许/, ru: /только если вы/ }[language]);
      // Reading them runs nothing, and takes the place of no file of one's own.
      await press(page, "edit-rules");
      await page.locator("dialog[open] textarea").waitFor();
      assert.equal(await field(page).inputValue(), MATCHES);
      assert.deepEqual(sent, []);
      await page.keyboard.press("Escape");
      await press(page, "run-rules");
      await arrived(page, "left=9");
      assert.ok(sent.length > 0);
      // From now on they are trusted.
      await page.reload();
      await ready(page);
      assert.equal(await positionShown(page), "left=9");
    });
  }

  check("an example takes the place of none of one's own rules", { place: "#/marbles" }, async ({ page }) => {
    await write(page, MATCHES);
    await verdict(page, "right");
    const choose = page.locator('select[data-action="example"]');
    await choose.selectOption("kayles");
    await field(page).press("End");
    await page.keyboard.type(" # mine");
    const changed = await field(page).inputValue();
    await choose.selectOption("nim");
    await page.reload();
    await ready(page);
    await press(page, "rules");
    await choose.selectOption({ label: "Matches" });
    assert.equal(await field(page).inputValue(), MATCHES);
    await choose.selectOption("own kayles");
    assert.equal(await field(page).inputValue(), changed);
  });

  check("a server with rule files disabled reports it", { expected: [/403/, /foreign request/] }, async ({ page }) => {
    const server = await startServer(["--port", "0", "--allow-host", "table.local"]);
    try {
      await open(page, server.address, "#/marbles");
      await press(page, "rules");
      assert.match(await verdict(page, "wrong"), /Rule files are disabled[^]*--allow-rules/);
    } finally {
      await page.close();
      await server.stop();
    }
  });

  check("a file evicted by the server is sent again", { place: "#/marbles", expected: [/404/] }, async ({ page, address }) => {
    await openRules(page, MATCHES, "left=21");
    // As many other files as the server stores.
    for (let i = 0; i < 300; i += 1) {
      const sent = await fetch(`${address}/api/v1/rules`, { method: "POST", body: `${MATCHES}# ${i}\n` });
      assert.equal(sent.status, 200);
    }
    await page.locator('button[data-move="left=20"]').click();
    await arrived(page, "left=20");
    assert.equal(await page.locator("[data-fault]").isVisible(), false);
  });
});
