/**
 * The legend: meaning of the colours and axes of a map.
 *
 * @module
 */

import { el } from "../../core/dom.js";
import { has, language } from "../../words/i18n.js";
import { sign } from "../parts.js";

/** @typedef {import("../../types.js").MapAxes} MapAxes */
/** @typedef {import("../../types.js").Result} Result */
/** @typedef {import("../../types.js").Translate} Translate */

/**
 * The three results with their colours, signs and counts.
 * @param {Translate} t
 * @param {Record<Result, number>} counts
 */
export function outcomes(t, counts) {
  const all = counts.win + counts.draw + counts.loss;
  const share = new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 1 });
  const number = new Intl.NumberFormat(language());
  return el(
    "ul",
    { class: "map-outcomes", "aria-label": t("map.outcomes") },
    /** @type {Result[]} */ (["win", "draw", "loss"]).map((value) =>
      el(
        "li",
        { class: value, "data-count": counts[value], "data-value": value },
        sign(value),
        ` ${t(`value.${value}`)}: ${number.format(counts[value])} (${share.format(counts[value] / all)})`,
      ),
    ),
  );
}

/**
 * The title of the rows or columns of a map: translated if the game is known,
 * else as the server states it.
 * @param {Translate} t
 * @param {string} game
 * @param {MapAxes} axes
 * @param {"rows" | "columns"} side
 */
export function titleOf(t, game, axes, side) {
  const key = `map.${side}.${game}`;
  if (has(key)) return t(key);
  return side === "rows" ? axes.row_title : axes.column_title;
}
