/**
 * Texts of the server in the language of the page. A text without a translation stays
 * English, and is marked as such.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { has, t } from "../words/i18n.js";

/** The text in the language of the page, with code between ‹ and ›. @param {string} text @returns {string | null} */
function translated(text) {
  const key = `server:${text.replaceAll(CODE, "")}`;
  if (has(key)) return t(key);
  const [, head, example] = /^(.*?),? e\.g\. (.*)$/u.exec(key) ?? [];
  return head && has(head) ? `${t(head)}, ${t("server.example")} ‹${example}›` : null;
}

/** The server's quotation mark for code. */
const CODE = "\x60";

/**
 * An element with a text of the server.
 *
 * @param {"p" | "small" | "span"} tag
 * @param {string} text
 * @param {Record<string, unknown>} [attributes]
 */
export function serverText(tag, text, attributes = {}) {
  const found = translated(text);
  const parts = (found ?? text).split(found === null ? CODE : /[‹›]/u).map((part, at) => (at % 2 === 0 ? part : el("code", {}, part)));
  return el(tag, { ...attributes, lang: found === null ? "en" : null }, parts);
}
