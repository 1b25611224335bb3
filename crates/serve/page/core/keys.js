/**
 * Keyboard shortcuts.
 *
 * @module
 */

/** @typedef {import("../types.js").App} App */

/** Elements that handle keys themselves. */
const TYPING = "input, textarea, select, dialog[open] *";
/** Elements activated by the space bar. */
const PRESSED = "button, summary, a, [tabindex]:not([tabindex='-1'])";

/**
 * Installs the shortcuts: ← → through the line, Home and End to its ends, space
 * for the best move, 1 to 9 for a listed move, P for the demo, H for a hint, ? for help.
 *
 * @param {App} app
 * @param {{best: () => void, play: () => void}} acts
 */
export function listenToKeys(app, { best, play }) {
  const { store } = app;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: store.undo,
    ArrowRight: () => (store.state().node.followed ? store.redo() : best()),
    Home: () => void store.first(),
    End: store.last,
    " ": best,
    p: () => void play(),
    h: () => store.hint(),
    "?": () => app.dialog("help"),
  };
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest(TYPING)) return;
    if (target.closest("[data-own-keys]")) return;
    if (event.key === " " && target.closest(PRESSED)) return;
    const action = keys[event.key] ?? digit(event.key);
    if (!action) return;
    event.preventDefault();
    action();
  });

  /** @param {string} key */
  function digit(key) {
    if (!/^[1-9]$/.test(key)) return null;
    const listed = document.querySelectorAll("button[data-move]")[Number(key) - 1];
    return () => listed instanceof HTMLButtonElement && listed.click();
  }
}
