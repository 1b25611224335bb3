/**
 * A small map beside the board: where the game is among all positions. It appears once the
 * map has been opened, because it takes a request as large as the rest of the page.
 *
 * @module
 */

import { el } from "../core/dom.js";
import { createCells } from "./map/cells.js";
import { paint } from "./map/paint.js";
import { section } from "./parts.js";

/** @typedef {import("../types.js").App} App */
/** @typedef {import("../types.js").State} State */
/** @typedef {import("./map/cells.js").Cells} Cells */

/** @param {App} app @returns {import("../types.js").Panel} */
export function createMinimap(app) {
  const canvas = el("canvas", { "aria-hidden": "true" });
  const here = el("span", { class: "minimap-here" });
  const open = el("button", { type: "button", class: "minimap", "data-minimap": true, "aria-label": app.t("control.map"), onclick: () => app.dialog("map") }, canvas, here);
  const element = section(app, "minimap-panel", app.t("control.map"), open);
  element.hidden = true;
  /** @type {Cells | null} */
  let cells = null;
  let loaded = "";
  let painted = "";

  /** @param {State} state @param {string} key */
  async function load({ game, set }, key) {
    loaded = key;
    cells = null;
    const found = await Promise.all([app.api.mapAxes(game.name, set), app.api.map(game.name, set)]).catch(() => null);
    if (loaded !== key || !found) return;
    cells = createCells(...found);
    update(app.store.state());
  }

  /** @param {State} state */
  function update(state) {
    const { node, game, set, preferences } = state;
    const isWanted = preferences.seenMap && node.answer?.has_map === true && !node.answer.isUnsolved && !state.isLoading;
    const key = JSON.stringify([game.name, set]);
    if (isWanted && key !== loaded) void load(state, key);
    const cell = isWanted && cells && key === loaded ? cells.find(node.position) : null;
    element.hidden = !cell;
    if (!cell || !cells) return;
    const look = `${key} ${state.hidden}`;
    if (look !== painted) paint(canvas, cells, app.palette(), { isHidden: state.hidden });
    painted = look;
    here.style.left = `${((cell.column + 0.5) / cells.width) * 100}%`;
    here.style.top = `${((cell.row + 0.5) / cells.height) * 100}%`;
  }

  return { element, update };
}
