/**
 * The form that describes a table: a position with fields, their ranges, a quantity.
 *
 * @module
 */

import { el, fill } from "../../core/dom.js";

/** @typedef {import("../../types.js").App} App */
/** @typedef {import("../../types.js").GameInfo} GameInfo */
/** @typedef {import("./types.js").TableOrder} TableOrder */

/** The greatest number of axes. */
const AXES = 3;

/** The greatest value of each axis, by their number. */
const LAST = [0, 100, 30, 10];

const QUANTITIES = ["outcome", "grundy", "plies", "score"];

/** The fields of a template. @param {string} template */
const fieldsOf = (template) => [...new Set([...template.matchAll(/\{([\p{L}\p{N}_-]+)\}/gu)].map((found) => found[1]))];

/** @param {App} app */
export function createForm(app) {
  const { t } = app;
  const known = el("datalist", { id: "law-templates" });
  const at = el("input", { "data-action": "law-at", list: known.id, spellcheck: "false", oninput: () => ranges(fieldsOf(at.value)) });
  const axes = Array.from({ length: AXES }, (_, i) =>
    el("input", { "data-action": `law-axis-${i + 1}`, spellcheck: "false", "aria-label": t("law.axis", { number: i + 1 }) }),
  );
  const of = el("select", { "data-action": "law-of" }, ...QUANTITIES.map((value) => el("option", { value }, t(`law.of.${value}`))));
  const element = el(
    "div",
    { class: "law-form" },
    el("label", { class: "law-at" }, el("span", {}, t("law.at")), at, known),
    el("fieldset", { class: "law-axes" }, el("legend", {}, t("law.axes")), ...axes),
    el("label", {}, el("span", {}, t("law.of")), of),
  );

  /** Fills in ranges of fields, and keeps those that are there. @param {string[]} names */
  function ranges(names) {
    const given = new Map(axes.map((axis) => [axis.value.split("=")[0], axis.value]));
    const last = LAST[Math.min(names.length, AXES)];
    axes.forEach((axis, i) => {
      const name = names[i];
      axis.value = name === undefined ? "" : given.get(name) ?? `${name}=0..${last}`;
    });
  }

  return {
    element,

    /** Suggests a table of a game. @param {GameInfo} game */
    begin(game) {
      fill(known, ...game.fields.map((value) => el("option", { value })));
      const isOwn = game.source !== undefined;
      const pair = game.fields.find((template) => fieldsOf(template).length === 2);
      at.value = (isOwn ? undefined : pair) ?? game.fields[0] ?? "";
      for (const axis of axes) axis.value = "";
      const number = game.parameters.find(({ kind }) => kind === "number");
      if (at.value !== "") ranges(fieldsOf(at.value));
      else if (number) axes[0].value = `${number.name}=1..${number.default}`;
    },

    /** @returns {TableOrder} */
    table() {
      const param = axes.map((axis) => axis.value.trim()).filter((text) => text !== "");
      return { param, at: at.value.trim() || null, show: of.value };
    },
  };
}
