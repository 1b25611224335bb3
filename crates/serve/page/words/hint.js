/**
 * Texts of the hint: where to look, which move, why.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "hint.title": "Hint",
    "hint.where": "Look here: {place}.",
    "hint.row": "Look at row {row}.",
    "hint.some": { one: "{count} of {moves} moves is best.", other: "{count} of {moves} moves are equally good." },
    "hint.move": "The best move is {move}.",
    "hint.which": "Which move?",
    "hint.why": "Why?",
    "hint.close": "Close",
  },
  zh: {
    "hint.title": "提示",
    "hint.where": "请看这里：{place}。",
    "hint.row": "请看第 {row} 行。",
    "hint.some": { other: "{moves} 种着法中有 {count} 种同样好。" },
    "hint.move": "最佳着法是 {move}。",
    "hint.which": "走哪一着？",
    "hint.why": "为什么？",
    "hint.close": "关闭",
  },
  ru: {
    "hint.title": "Подсказка",
    "hint.where": "Смотрите сюда: {place}.",
    "hint.row": "Смотрите сюда: ряд {row}.",
    "hint.some": { one: "Лучших ходов: {count} из {moves}.", few: "Лучших ходов: {count} из {moves}.", many: "Лучших ходов: {count} из {moves}.", other: "Лучших ходов: {count} из {moves}." },
    "hint.move": "Лучший ход: {move}.",
    "hint.which": "Какой ход?",
    "hint.why": "Почему?",
    "hint.close": "Закрыть",
  },
};
