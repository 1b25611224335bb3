/**
 * Texts shared by scenes in which a move is selected in several clicks.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "choosing.field": "How many:",
    "choosing.unknown": "Not a listed move",
    "choosing.page": "{first}–{last} of {count}",
    "choosing.before": "previous page",
    "choosing.after": "next page",
  },
  zh: {
    "choosing.field": "几张：",
    "choosing.unknown": "不在列出的着法中",
    "choosing.page": "{first}–{last} / {count}",
    "choosing.before": "前面的",
    "choosing.after": "后面的",
  },
  ru: {
    "choosing.field": "Сколько:",
    "choosing.unknown": "Нет среди показанных ходов",
    "choosing.page": "{first}–{last} из {count}",
    "choosing.before": "предыдущие",
    "choosing.after": "следующие",
  },
};
