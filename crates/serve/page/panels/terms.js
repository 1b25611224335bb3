/**
 * Terms explain themselves: in texts they are underlined, and pointing at one, focusing or
 * touching it shows what it means.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { t } from "../words/i18n.js";

const TERMS = ["ply", "grundy", "nimsum", "mex", "class", "score"];

/** Milliseconds of pointing before an explanation appears. */
const DELAY = 350;
/** Pixels between a term and its explanation, and between that and the edge of the window. */
const GAP = 6;

/**
 * A text with its terms; each is marked where it occurs first.
 *
 * @param {string} text
 * @param {Set<string>} [seen] terms that are marked already
 * @returns {(string | HTMLElement)[]}
 */
export function explained(text, seen = new Set()) {
  const places = TERMS.flatMap((term) => {
    if (seen.has(term)) return [];
    const found = new RegExp(t(`term.${term}.match`), "u").exec(text);
    return found ? [{ term, from: found.index, word: found[0] }] : [];
  }).sort((a, b) => a.from - b.from);
  /** @type {(string | HTMLElement)[]} */
  const parts = [];
  let done = 0;
  for (const { term, from, word } of places) {
    seen.add(term);
    parts.push(text.slice(done, from), el("span", { class: "term", tabindex: 0, role: "button", "data-term": term, "aria-describedby": "term-tip" }, word));
    done = from + word.length;
  }
  return [...parts, text.slice(done)];
}

/** The explanation that is shown; installed once for the whole page. */
export function explainTerms() {
  const tip = el("div", { id: "term-tip", class: "term-tip", role: "tooltip", popover: "manual" });
  let timer = 0;

  /** @param {Element} target */
  function show(target) {
    hide();
    document.body.append(tip);
    tip.textContent = t(`term.${/** @type {HTMLElement} */ (target).dataset["term"]}`);
    tip.showPopover();
    const [place, size] = [target.getBoundingClientRect(), tip.getBoundingClientRect()];
    const { clientWidth, clientHeight } = document.documentElement;
    const left = Math.max(GAP, Math.min(place.left, clientWidth - size.width - GAP));
    const isAbove = place.bottom + GAP + size.height > clientHeight && place.top > size.height + GAP;
    tip.style.left = `${left}px`;
    tip.style.top = `${isAbove ? place.top - size.height - GAP : place.bottom + GAP}px`;
  }

  function hide() {
    window.clearTimeout(timer);
    tip.hidePopover();
  }

  /** @param {Event} event */
  const termOf = (event) => (event.target instanceof Element ? event.target.closest("[data-term]") : null);

  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const term = termOf(event);
    window.clearTimeout(timer);
    if (term) timer = window.setTimeout(() => show(term), DELAY);
    else if (!document.activeElement?.matches("[data-term]:focus-visible")) hide();
  });
  document.addEventListener("focusin", (event) => {
    const term = termOf(event);
    if (term === event.target && term) show(term);
    else hide();
  });
  document.addEventListener("focusout", hide);
  document.addEventListener("click", (event) => {
    const term = termOf(event);
    if (term?.matches(".term")) show(term);
    else hide();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });
  document.addEventListener("scroll", hide, { capture: true, passive: true });
}
