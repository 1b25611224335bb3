/**
 * Draws what parts are worth, and boxes by their side.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { opening } from "./drawTree.js";

/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./blocks.js").Box} Box */
/** @typedef {import("./blocks.js").Worth} Worth */

/** Parts that are shown at once, and at most. */
const FIRST = 6;
const MOST = 100;
/** Numbers of a row that are shown on either side of the missing one. */
const NUMBERS = 8;

/** @param {Worth[]} worths @param {Translate} t */
export function drawWorths(worths, t) {
  const first = worths.length <= FIRST + 1 ? worths.length : FIRST;
  /** @param {Worth[]} some @param {number} more */
  const list = (some, more) =>
    el("ul", { class: "why-worths" }, some.map((worth) => drawWorth(worth, t)), more > 0 && el("li", {}, t("why.more", { count: more })));
  if (first === worths.length) return list(worths, 0);
  const rest = worths.slice(first, MOST);
  const title = t("why.more", { count: worths.length - first });
  return el("div", {}, list(worths.slice(0, first), 0), opening(title, () => [list(rest, Math.max(0, worths.length - MOST))]));
}

/** @param {Worth} worth @param {Translate} t */
function drawWorth({ label, part, value, reached, note }, t) {
  return el(
    "li",
    {},
    el("span", { class: "why-part" }, el("b", {}, label), " ", el("code", {}, part), el("b", { class: "why-worth" }, t("why.worth.value", { value }))),
    reached && drawReached(reached, value, t),
    note !== "" && el("p", { class: "note" }, note),
  );
}

/** The numbers that a move reaches, and the first that is missing. @param {number[]} reached @param {number} missing @param {Translate} t */
function drawReached(reached, missing, t) {
  const below = reached.filter((n) => n < missing);
  const above = reached.filter((n) => n > missing);
  const list = [...below.slice(0, 20), ...(below.length > 20 ? ["…"] : []), ...above.slice(0, 20)].join(t("why.comma"));
  const text = reached.length === 0 ? t("why.worth.none") : t("why.worth.reached", { list, value: missing });
  const kept = below.length > NUMBERS + 1 ? [...below.slice(0, NUMBERS - 2), null, ...below.slice(-1)] : below;
  return el(
    "span",
    { class: "why-strip" },
    el("span", { class: "unseen" }, text),
    kept.map((n) => square(n === null ? "…" : String(n), n === null ? "gap" : "got")),
    square(String(missing), "missing"),
    above.slice(0, NUMBERS).map((n) => square(String(n), "above")),
    above.length > NUMBERS && square("…", "gap"),
  );
}

/** @param {string} text @param {string} kind */
function square(text, kind) {
  return el("span", { class: `why-square ${kind}`, "aria-hidden": "true" }, text);
}

/** @param {Box[]} boxes @param {number} more @param {Translate} t */
export function drawBoxes(boxes, more, t) {
  return el(
    "ul",
    { class: "why-boxes" },
    boxes.map(({ number, cards, side }) =>
      el(
        "li",
        { class: side },
        el("span", { class: "why-box-name" }, el("span", { class: "unseen" }, t("why.box", { number })), el("span", { "aria-hidden": "true" }, String(number))),
        el("span", { class: "why-box-cards" }, `×${cards}`),
        el("span", { class: "why-box-side" }, t(side === "sink" ? "why.stairs.sink" : `why.bits.${side}`)),
      ),
    ),
    more > 0 && el("li", { class: "rest" }, t("why.more", { count: more })),
  );
}
