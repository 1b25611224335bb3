/**
 * Copying text to the clipboard.
 *
 * @module
 */

/** @param {import("../types.js").App} app @param {string} text @param {string} done the key of what is said then */
export async function copyText(app, text, done) {
  try {
    await navigator.clipboard.writeText(text);
    app.notify(app.t(done));
  } catch {
    app.notify(app.t("control.notCopied", { text }));
  }
}
