/**
 * What scenes share in which a move is chosen in parts.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "choosing.field": "How many:",
    "choosing.unknown": "Not among the moves listed",
    "choosing.page": "{first}–{last} of {count}",
    "choosing.before": "those before",
    "choosing.after": "those after",
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
