/**
 * A text field for programs, with line numbers and automatic indentation.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";

/** Indentation added after a colon. */
const STEP = "    ";

/**
 * @param {string} label
 * @param {() => void} changed
 * @param {() => void} done called on Ctrl+Enter
 */
export function createSource(label, changed, done) {
  const numbers = el("div", { class: "line-numbers", "aria-hidden": "true" });
  const field = el("textarea", {
    class: "source-text",
    rows: 18,
    wrap: "off",
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    "aria-label": label,
    "data-rules": true,
    oninput: () => {
      mark(null);
      changed();
    },
    onkeydown: (/** @type {KeyboardEvent} */ event) => pressed(event),
    onscroll: () => (numbers.scrollTop = field.scrollTop),
  });
  const element = el("div", { class: "source" }, numbers, field);

  /** Numbers the lines, and marks the line at fault. @param {number | null} wrong */
  function mark(wrong) {
    const count = field.value.split("\n").length;
    const key = `${count} ${wrong}`;
    if (numbers.dataset["drawn"] === key) return;
    numbers.dataset["drawn"] = key;
    const lines = Array.from({ length: count }, (_, i) => el("div", { class: i + 1 === wrong ? "wrong-line" : null }, String(i + 1)));
    fill(numbers, lines);
    numbers.scrollTop = field.scrollTop;
  }

  /** Replaces the selection in a way that can be undone. @param {string} text */
  function type(text) {
    if (!document.execCommand("insertText", false, text)) {
      field.setRangeText(text, field.selectionStart, field.selectionEnd, "end");
      field.dispatchEvent(new Event("input"));
    }
  }

  /** The line up to the cursor. */
  const before = () => field.value.slice(0, field.selectionStart).split("\n").at(-1) ?? "";

  /** Tab is not captured, so that keyboard users can leave the field. @param {KeyboardEvent} event */
  function pressed(event) {
    if (event.isComposing || event.altKey) return;
    const line = before();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      done();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const room = /^\s*/.exec(line)?.[0] ?? "";
      type(`\n${room}${line.trimEnd().endsWith(":") ? STEP : ""}`);
    } else if (event.key === "Backspace" && /^ +$/.test(line) && line.length % STEP.length === 0 && field.selectionStart === field.selectionEnd) {
      event.preventDefault();
      field.setSelectionRange(field.selectionStart - STEP.length, field.selectionStart);
      if (!document.execCommand("delete")) type("");
    }
  }

  return {
    element,
    mark,
    text: () => field.value,
    /** @param {string} text */
    write(text) {
      field.value = text;
      field.scrollTop = 0;
      mark(null);
    },
    /** Puts the cursor at a line and a column, counted from 1. @param {number} line @param {number} column */
    go(line, column) {
      const lines = field.value.split("\n");
      const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
      const text = lines[line - 1] ?? "";
      // Columns count code points, the field counts UTF-16 units.
      const within = [...text].slice(0, column - 1).join("").length;
      field.focus();
      field.setSelectionRange(start + within, start + text.length);
      field.scrollTop = Math.max(0, (field.scrollHeight / lines.length) * (line - 4));
    },
  };
}
