/**
 * Strategies as expandable lists: each move of the loser with its refutation
 * and what follows, to any depth.
 *
 * @module
 */

import { el, fill } from "../../core/dom.js";
import { manyText } from "./blocks.js";
import { replies } from "./strategy.js";

/** @typedef {import("./blocks.js").Branch} Branch */
/** @typedef {import("./links.js").Links} Links */

/** Moves shown initially. */
const FIRST = 8;
/** Moves shown when the list is expanded. */
const MAX_SHOWN = 200;

/** @param {Links} links @param {Branch[]} branches */
export function drawTree(links, branches) {
  return drawList(links, branches, (branch) => [drawBranch(links, branch)]);
}

/**
 * Losing moves; their refutations are requested when the list is opened.
 *
 * @param {Links} links
 * @param {string} title
 * @param {Branch[]} branches
 * @param {number} more
 */
export function drawMistakes(links, title, branches, more) {
  return opening(title, () => [
    drawList(links, branches, (branch) => {
      const answer = el("span", { class: "why-row" }, links.t("why.tree.asking"));
      void refute(links, branch, answer);
      return [links.button(branch.link), arrow(links), answer];
    }, more),
  ]);
}

/** @param {Links} links @param {Branch} branch @param {HTMLElement} place */
async function refute(links, branch, place) {
  try {
    const [best] = replies(await links.ask(branch.position), branch.link.path);
    fill(place, best ? drawBranch(links, best) : links.t("why.tree.over"));
  } catch {
    fill(place, links.t("why.tree.failed"));
  }
}

/**
 * A list that shows its first entries, and the rest when opened.
 *
 * @param {Links} links
 * @param {Branch[]} branches
 * @param {(branch: Branch) => (Node | string)[]} draw
 * @param {number} [unlisted] number of further entries
 */
function drawList(links, branches, draw, unlisted = 0) {
  const first = branches.length <= FIRST + 1 ? branches.length : FIRST;
  const rest = branches.slice(first);
  /** @param {Branch[]} some @param {number} more */
  const list = (some, more) =>
    el(
      "ul",
      { class: "why-tree" },
      some.map((branch) => el("li", {}, el("span", { class: "why-row" }, draw(branch)))),
      more > 0 && el("li", {}, links.t("why.more", { count: manyText(more) })),
    );
  if (rest.length === 0) return list(branches, unlisted);
  const title = links.t("why.more", { count: manyText(rest.length + unlisted) });
  const left = Math.max(0, rest.length - MAX_SHOWN) + unlisted;
  return el("div", {}, list(branches.slice(0, first), 0), opening(title, () => [list(rest.slice(0, MAX_SHOWN), left)]));
}

/** A move, the reply if there is one, and what follows. @param {Links} links @param {Branch} branch @returns {HTMLElement} */
function drawBranch(links, branch) {
  const [answer, ...others] = branch.next;
  if (!answer) return el("span", { class: "why-row" }, links.button(branch.link), follows(links, branch));
  if (others.length > 0) {
    return el("span", { class: "why-row" }, links.button(branch.link), opening(links.t("why.tree.follows"), () => [drawTree(links, branch.next)]));
  }
  return el("span", { class: "why-row" }, links.button(branch.link), arrow(links), links.button(answer.link), follows(links, answer));
}

/** @param {Links} links */
function arrow({ t }) {
  return el("span", { class: "why-arrow" }, el("span", { class: "unseen" }, t("why.tree.answer")), el("span", { "aria-hidden": "true" }, "→"));
}

/** What follows a move: known, or requested when opened. @param {Links} links @param {Branch} branch */
function follows(links, branch) {
  const { t } = links;
  if (branch.link.plies === 1) return el("span", { class: "why-over" }, t("why.tree.over"));
  return opening(t("why.tree.follows"), () => {
    if (branch.next.length > 0) return [drawTree(links, branch.next)];
    const place = el("div", {}, t("why.tree.asking"));
    void deepen(links, branch, place);
    return [place];
  });
}

/** @param {Links} links @param {Branch} branch @param {HTMLElement} place */
async function deepen(links, branch, place) {
  try {
    const next = replies(await links.ask(branch.position), branch.link.path);
    fill(place, next.length > 0 ? drawTree(links, next) : links.t("why.tree.over"));
  } catch {
    fill(place, links.t("why.tree.failed"));
  }
}

/**
 * An expandable element whose content is created when opened.
 *
 * @param {string} title
 * @param {() => HTMLElement[]} make
 */
export function opening(title, make) {
  const details = el("details", { class: "why-more" }, el("summary", {}, title));
  details.addEventListener("toggle", () => details.append(...make()), { once: true });
  return details;
}
