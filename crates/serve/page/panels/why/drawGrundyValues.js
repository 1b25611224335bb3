/**
 * Draws the Grundy values of components, and boxes by parity.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { opening } from "./drawTree.js";

/** @typedef {import("../../types.js").Translate} Translate */
/** @typedef {import("./blocks.js").Box} Box */
/** @typedef {import("./blocks.js").PartValue} PartValue */
/** @typedef {import("./links.js").Links} Links */

/** Components shown initially, and at most. */
const FIRST = 6;
const MAX_SHOWN = 100;
/** Numbers of a row shown on either side of the missing one. */
const NUMBERS = 8;

/** @param {Links} links @param {PartValue[]} worths */
export function drawGrundyValues(links, worths) {
  const { t } = links;
  const first = worths.length <= FIRST + 1 ? worths.length : FIRST;
  /** @param {PartValue[]} some @param {number} more */
  const list = (some, more) =>
    el("ul", { class: "why-worths" }, some.map((worth) => drawValue(links, worth)), more > 0 && el("li", {}, t("why.more", { count: more })));
  if (first === worths.length) return list(worths, 0);
  const rest = worths.slice(first, MAX_SHOWN);
  const title = t("why.more", { count: worths.length - first });
  return el("div", {}, list(worths.slice(0, first), 0), opening(title, () => [list(rest, Math.max(0, worths.length - MAX_SHOWN))]));
}

/** @param {Links} links @param {PartValue} worth */
function drawValue(links, { label, part, value, reached, note }) {
  const { t } = links;
  return el(
    "li",
    {},
    el("span", { class: "why-part" }, el("b", {}, label), " ", el("code", {}, part), el("b", { class: "why-worth" }, t("why.worth.value", { value }))),
    reached && drawReached(links, reached, value),
    note !== "" && el("p", { class: "note" }, note),
  );
}

/** The values that one move reaches, and the smallest missing one (mex). @param {Links} links @param {NonNullable<PartValue["reached"]>} reached @param {number} missing */
function drawReached(links, reached, missing) {
  const { t } = links;
  const below = reached.filter((one) => one.value < missing);
  const above = reached.filter((one) => one.value > missing);
  const values = reached.map((one) => one.value);
  const list = (values.length > 20 ? [...values.slice(0, 20), "…"] : values).join(t("why.comma"));
  const text = reached.length === 0 ? t("why.worth.none") : t("why.worth.reached", { list, value: missing });
  const kept = below.length > NUMBERS + 1 ? [...below.slice(0, NUMBERS - 2), null, ...below.slice(-1)] : below;
  return el(
    "span",
    { class: "why-strip" },
    el("span", { class: "unseen" }, text),
    kept.map((one) => (one === null ? square("…", "gap") : reachedSquare(links, one, "got"))),
    square(String(missing), "missing"),
    above.slice(0, NUMBERS).map((one) => reachedSquare(links, one, "above")),
    above.length > NUMBERS && square("…", "gap"),
  );
}

/** A number, and the move that reaches it. @param {Links} links @param {NonNullable<PartValue["reached"]>[number]} one @param {string} kind */
function reachedSquare(links, { value, link }, kind) {
  if (!link) return square(String(value), kind);
  const button = links.button(link);
  button.title = `${value}: ${link.name} (${button.title})`;
  button.setAttribute("aria-label", button.title);
  button.className = `why-move why-square ${kind}`;
  button.replaceChildren(String(value));
  return button;
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
