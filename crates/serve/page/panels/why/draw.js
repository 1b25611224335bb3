/**
 * Draws an explanation.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { letterDrawing } from "../../pixel/lettering.js";
import { sign } from "../parts.js";
import { drawBits } from "./drawBits.js";
import { drawLanes, drawLine, drawRing } from "./drawLines.js";
import { createLinks } from "./links.js";
import { drawMistakes, drawTree } from "./drawTree.js";
import { drawBoxes, drawGrundyValues } from "./drawGrundyValues.js";

/** @typedef {import("../../types.js").App} App */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("../../types.js").State} State */
/** @typedef {import("./blocks.js").Block} Block */
/** @typedef {import("./blocks.js").Counts} Counts */
/** @typedef {import("./links.js").Links} Links */

/**
 * @param {App} app
 * @param {State} state
 * @param {Block[]} blocks
 * @returns {HTMLElement[]}
 */
export function drawBlocks(app, state, blocks) {
  const links = createLinks(app, state);
  return blocks.map((block) => drawBlock(app, links, block));
}

/** @param {App} app @param {Links} links @param {Block} block @returns {HTMLElement} */
function drawBlock(app, links, block) {
  const { t } = app;
  switch (block.type) {
    case "lead":
      return el("p", { class: "why-lead" }, links.pieces([block.text]));
    case "heading":
      return drawHeading(app, block.text);
    case "text":
      return el("p", {}, links.pieces(block.pieces));
    case "counts":
      return drawCounts(app, block.counts);
    case "line":
      return drawLine(links, block.steps, block.more, t);
    case "ring":
      return drawRing(links, block.steps, t);
    case "lanes":
      return drawLanes(links, block.beats, block.more, t);
    case "tree":
      return drawTree(links, block.branches);
    case "mistakes":
      return drawMistakes(links, block.title, block.branches, block.more);
    case "bits":
      return drawBits(block.table, t);
    case "worths":
      return drawGrundyValues(links, block.worths);
    case "boxes":
      return drawBoxes(block.boxes, block.more, t);
    case "table":
      return drawTable(links, block, t);
    case "list":
      return el(
        "ul",
        { class: "why-events" },
        block.items.map((item) => el("li", {}, el("span", { class: "why-ply" }, item.mark), el("span", {}, links.pieces(item.pieces)))),
        block.more > 0 && el("li", {}, t("why.more", { count: block.more })),
      );
    case "words":
      return el("pre", { class: "why-words", lang: "en" }, block.text);
  }
}

/** A heading in pixel letters that breaks between words: each word is a separate drawing; Chinese headings are short. @param {App} app @param {string} text */
function drawHeading(app, text) {
  const colour = app.palette().yellow;
  const words = (/[\u4e00-\u9fff]/.test(text) ? [text] : text.split(" ")).map((word) => letterDrawing(word, { size: 8, colour, scale: 1.5 }));
  return el("h3", {}, el("span", { class: "unseen" }, text), words);
}

/** The number of moves that win, draw and lose, as a stacked bar. @param {App} app @param {Counts} counts */
function drawCounts({ t }, counts) {
  const outcomes = /** @type {Result[]} */ (["win", "draw", "loss"]);
  const parts = outcomes.filter((outcome) => counts[outcome] > 0);
  return el(
    "ul",
    { class: "why-counts" },
    parts.map((outcome) => {
      const part = el("li", { class: outcome }, sign(outcome), ` ${t(`value.${outcome}`)}: ${counts[outcome]}`);
      part.style.flexGrow = String(counts[outcome]);
      return part;
    }),
  );
}

/** @param {Links} links @param {Block & {type: "table"}} block @param {App["t"]} t */
function drawTable(links, block, t) {
  const { heads, rows, more } = block;
  return el(
    "table",
    { class: "why-table" },
    el("caption", { class: "unseen" }, block.caption),
    el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))),
    el(
      "tbody",
      {},
      rows.map((row) => el("tr", {}, row.map((cell) => el("td", {}, links.pieces(cell))))),
      more > 0 && el("tr", {}, el("td", { colspan: heads.length }, t("why.more", { count: more }))),
    ),
  );
}
