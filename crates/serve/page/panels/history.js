/**
 * The moves played, with variations; each is a button that goes there.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { moveLabel } from "../core/labels.js";
import { section } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("../types.js").TreeNode} TreeNode */

/** @param {App} app @returns {import("../types.js").Panel} */
export function createHistory(app) {
  const body = el("div", { class: "history-line", "data-history": true });
  const element = section(app, "history", app.t("history.title"), body);

  let drawn = "";

  /** @param {State} state */
  function update(state) {
    // Nodes are created only by moves, and a move is shown immediately.
    const key = `${state.root.id} ${state.node.id}`;
    if (key === drawn) return;
    drawn = key;
    const hadFocus = body.contains(document.activeElement);
    fill(body, place(app, state.root, state.node, 0), ...line(app, state.root, state.node, 1));
    const here = body.querySelector("[aria-current]");
    if (!(here instanceof HTMLElement)) return;
    if (hadFocus) here.focus();
    body.scrollTop = here.offsetTop - body.clientHeight / 2;
  }

  return { element, update };
}

/**
 * What follows a node: its first child, the other children as variations in
 * brackets, and so on along the first.
 *
 * @param {App} app
 * @param {TreeNode} node
 * @param {TreeNode} current
 * @param {number} ply of the next move
 * @returns {HTMLElement[]}
 */
function line(app, node, current, ply) {
  const parts = [];
  for (let at = /** @type {TreeNode | undefined} */ (node), n = ply; at; at = at.children[0], n += 1) {
    const [main, ...variations] = at.children;
    if (!main) break;
    parts.push(place(app, main, current, n));
    for (const other of variations) {
      parts.push(
        el(
          "span",
          { class: "variation", role: "group", "aria-label": app.t("history.variation") },
          place(app, other, current, n),
          ...line(app, other, current, n + 1),
        ),
      );
    }
  }
  return parts;
}

/** @param {App} app @param {TreeNode} node @param {TreeNode} current @param {number} ply */
function place(app, node, current, ply) {
  return el(
    "button",
    {
      type: "button",
      class: `place seat${node.parent?.seat ?? ""}`,
      "data-ply": ply,
      // One tab stop: the arrow keys lead through the game.
      tabindex: node === current ? 0 : -1,
      "aria-current": node === current ? "true" : null,
      onclick: () => app.go(node),
    },
    ...(node.move === null ? [app.t("history.start")] : [`${ply}. `, el("bdi", {}, moveLabel(app.t, app.store.state().game.name, node.move))]),
  );
}
