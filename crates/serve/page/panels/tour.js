/**
 * A guided tour: the end of a game, then backwards ply by ply, which teaches why a position
 * is won or lost. It stands beside the board, which stays in use.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { other } from "../core/tree.js";
import { createDialog } from "./dialog.js";
import { button } from "./parts.js";
import { explained } from "./terms.js";
import { TOURS } from "./tours.js";
import { namesOf } from "./value.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").TreeNode} TreeNode */

/** The stops: plies from the start, or from the end, and the key of the text. @type {readonly [number, string][]} */
const STOPS = [[0, "start"], [-1, "end"], [-2, "win"], [-3, "loss"], [0, "idea"]];

/** @param {App} app */
export function createTour(app) {
  const { t, api, store } = app;
  const text = el("p", { role: "status" });
  const buttons = el("div", { class: "row" });
  const dialog = createDialog(app, "tour", t("tour.title"), text, buttons);
  /** @type {TreeNode[]} */
  let line = [];
  let at = 0;

  function draw() {
    const [ply, key] = STOPS[at] ?? STOPS[0];
    const node = line.at(ply);
    const end = line.at(-1);
    if (!node || !end) return;
    app.go(node);
    const names = namesOf(app);
    dialog.dataset["stop"] = key;
    fill(text, explained(t(`tour.${key}`, { loser: names[end.seat], winner: names[other(end.seat)] })));
    const isLast = at === STOPS.length - 1;
    fill(
      buttons,
      at === 0 ? null : button(app, "tour-back", t("tour.back"), () => move(-1)),
      button(app, "tour-next", t(isLast ? "tour.done" : "tour.next"), () => (isLast ? dialog.close() : move(1)), { primary: true }),
      isLast ? null : button(app, "tour-skip", t("tour.skip"), () => dialog.close()),
    );
  }

  /** @param {number} by */
  function move(by) {
    at += by;
    draw();
    const next = buttons.querySelector('[data-action="tour-next"]');
    if (next instanceof HTMLElement) next.focus();
  }

  /** @param {string} game */
  async function open(game) {
    try {
      const { steps } = await api.line(game, {}, undefined);
      if (!(await store.open({ game, set: {}, position: null, moves: steps.map(({ move }) => move) }))) return;
      line = store.state().path;
      at = 0;
      draw();
      dialog.show();
    } catch (thrown) {
      store.fail(thrown);
    }
  }

  return {
    dialog,
    open: (/** @type {import("../types.js").State} */ { game }) => void open(TOURS.includes(game.name) ? game.name : TOURS[0]),
    /** Another game ends the tour. @param {import("../types.js").State} state */
    update({ node }) {
      if (dialog.open && !line.some((one) => one.id === node.id)) dialog.close();
    },
  };
}
