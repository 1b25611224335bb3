/**
 * Statistics over all positions: wins, draws and losses, the longest win, and a
 * histogram by distance.
 *
 * @module
 */

import { el, fill } from "../core/dom.js";
import { createDialog } from "./dialog.js";
import { sign } from "./parts.js";
import { createWork } from "./work.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").Result} Result */
/** @typedef {import("../types.js").State} State */

/**
 * @typedef {object} Stats
 * @property {number} positions
 * @property {number} win
 * @property {number} draw
 * @property {number} loss
 * @property {number | null} max_plies
 * @property {string | null} longest
 * @property {{plies: number, win: number, loss: number}[]} by_plies
 */

/** @type {Result[]} */
const OUTCOMES = ["win", "draw", "loss"];

/** @param {App} app */
export function createStats(app) {
  const { t } = app;
  const body = el("div", { class: "prose" });
  const dialog = createDialog(app, "stats", t("stats.title"), el("p", { class: "note" }, t("stats.note")), body);

  /** @param {Stats} stats */
  function show(stats) {
    const number = new Intl.NumberFormat(document.documentElement.lang);
    const { longest } = stats;
    fill(
      body,
      el("p", { "data-count": stats.positions }, `${number.format(stats.positions)} ${t("stats.positions")}`),
      el("ul", { class: "counts" }, OUTCOMES.map((one) => el("li", { "data-value": one, "data-count": stats[one] }, sign(one), ` ${t(`value.${one}`)}: ${number.format(stats[one])}`))),
      longest === null || stats.max_plies === null
        ? null
        : el("button", { type: "button", class: "move", "data-longest": longest, onclick: () => visit(longest) }, t("stats.longest", { plies: stats.max_plies })),
      stats.by_plies.length === 0 ? null : el("h3", {}, t("stats.byPlies")),
      el("div", { class: "histogram" }, ...histogram(stats)),
    );
  }

  /** @param {string} position */
  function visit(position) {
    dialog.close();
    app.jump(position);
  }

  /** @param {State} state */
  function open(state) {
    const order = { kind: /** @type {const} */ ("stats"), game: state.game.name, set: state.set, position: state.node.position };
    fill(body, createWork(app, "stats.count", () => order, show));
    dialog.showModal();
  }

  return { dialog, open };
}

/** A bar per distance. @param {Stats} stats */
function histogram(stats) {
  const most = Math.max(1, ...stats.by_plies.map((row) => row.win + row.loss));
  return stats.by_plies.map((row) => {
    const bar = el("span", { class: `bar ${row.win > 0 ? "win" : "loss"}` });
    bar.style.width = `${Math.max(1, ((row.win + row.loss) / most) * 100)}%`;
    const counts = [row.win > 0 ? `✓ ${row.win}` : "", row.loss > 0 ? `✗ ${row.loss}` : ""];
    return el("div", { class: "histogram-row" }, el("span", { class: "histogram-plies" }, String(row.plies)), el("span", { class: "histogram-bar" }, bar), el("span", {}, counts.join(" ").trim()));
  });
}
