/**
 * Colours of the scenes as specified by the problems: red marbles on green
 * cells with a yellow border around the last move, and nine's blocks, grey
 * until their card is laid.
 */
import assert from "node:assert/strict";
import { fragment, press } from "./board.mjs";
import { onPage, ready } from "./browser.mjs";
import { pixelsOfSpots } from "./pixels.mjs";

/** @typedef {import("./pixels.mjs").Colour} Colour */
/** @typedef {import("./pixels.mjs").Pixels} Pixels */

/** @param {Colour} colour */
const hex = (colour) => `#${colour.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();

/** @param {Pixels} pixels */
const centre = (pixels) => hex(pixels[pixels.length >> 1][pixels[0].length >> 1]);

/** @param {Colour} colour */
const isYellow = ([red, green, blue]) => red > 220 && green > 200 && blue < 100;
/** @param {Colour} colour */
const isDark = ([red, green, blue]) => red + green + blue < 120;
/** @param {Colour} colour */
const isGrey = (colour) => Math.max(...colour) - Math.min(...colour) < 40;

const board = "*..*/.*../..*./*...";
const marbles = ["a1", "d1", "b2", "c3", "a4"];

onPage("pixels", (check) => {
  for (const view of ["diamond", "square"]) {
    check(`marbles are red and empty cells green in the ${view}`, { place: fragment("marbles", { p: board }) }, async ({ page }) => {
      await press(page, `view-${view}`);
      await ready(page);
      const cells = await pixelsOfSpots(page);
      assert.equal(Object.keys(cells).length, 16);
      for (const [cell, pixels] of Object.entries(cells)) {
        assert.equal(centre(pixels), marbles.includes(cell) ? "#FF0000" : "#00FF00", cell);
      }
    });
  }

  check("the safe palette has other colours for marbles", { place: fragment("marbles", { p: board }), preferences: { palette: "safe" } }, async ({ page }) => {
    const cells = await pixelsOfSpots(page);
    const [marble, empty] = [centre(cells["a1"]), centre(cells["b1"])];
    for (const [cell, pixels] of Object.entries(cells)) {
      assert.equal(centre(pixels), marbles.includes(cell) ? marble : empty, cell);
    }
    // Orange and blue, which are distinguishable with any colour vision.
    const [red, , blue] = cells["a1"][16][16];
    const [emptyRed, , emptyBlue] = cells["b1"][16][16];
    assert.ok(red > 200 && blue < 100, marble);
    assert.ok(emptyBlue > 200 && emptyRed < 120, empty);
  });

  check("the last move has a yellow border with a dark outline", { place: fragment("marbles"), preferences: { hideAnswers: true } }, async ({ page }) => {
    const count = (/** @type {Pixels} */ pixels) => pixels.flat().filter(isYellow).length;
    assert.equal(count((await pixelsOfSpots(page))["b2"]), 0);
    await page.locator('button[data-move="b2"]').click();
    await ready(page);
    await page.mouse.move(0, 0);
    const { b2 } = await pixelsOfSpots(page);
    assert.ok(count(b2) > 20, `${count(b2)} yellow pixels`);
    for (const row of b2) {
      const first = row.findIndex(isYellow);
      if (first > 0) assert.ok(isDark(row[first - 1]), `beside the border: ${row[first - 1]}`);
    }
  });

  check("nine's blocks are grey, and have their suit's colour once laid", { place: fragment("nine", { p: "C:7-J D:- S:9-9 H:8-9 Alice" }) }, async ({ page }) => {
    await press(page, "edit");
    await ready(page);
    const spots = await pixelsOfSpots(page);
    const laid = new Set("7C 8C 9C TC JC 9S 8H 9H".split(" "));
    const blocks = Object.entries(spots).filter(([id]) => id.startsWith("block:"));
    assert.equal(blocks.length, 36);
    /** @type {Record<string, Set<string>>} */
    const colours = { grey: new Set(), C: new Set(), S: new Set(), H: new Set() };
    for (const [id, pixels] of blocks) {
      const card = id.replace("block:", "");
      const colour = pixels[2][2];
      assert.equal(isGrey(colour), !laid.has(card), `${card}: ${hex(colour)}`);
      colours[laid.has(card) ? card[1] : "grey"].add(hex(colour));
    }
    const found = Object.values(colours).map((set) => [...set]);
    assert.ok(found.every((set) => set.length === 1), `one colour each: ${found}`);
    assert.equal(new Set(found.flat()).size, 4);
  });
});
