/**
 * The editor of rule files.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "editor.title": "Your own game",
    "editor.hint": "A game is 10 to 20 lines of Python: start() yields the first position, moves(…) the next ones.",
    "editor.text": "The rules, in Python",
    "editor.examples": "Begin with an example",
    "editor.right": "✓ No mistake found. The game begins at {position}",
    "editor.there": "To line {line}",
    "editor.play": "Play it",
  },
  zh: {
    "editor.title": "自己的游戏",
    "editor.hint": "一个游戏只需 10 到 20 行 Python：start() 给出初始局面，moves(…) 给出下一步的各个局面。",
    "editor.text": "规则（Python）",
    "editor.examples": "从示例开始",
    "editor.right": "✓ 没有发现错误。初始局面：{position}",
    "editor.there": "跳到第 {line} 行",
    "editor.play": "开始",
  },
  ru: {
    "editor.title": "Своя игра",
    "editor.hint": "Игра — это 10–20 строк на Python: start() даёт начальную позицию, moves(…) — следующие.",
    "editor.text": "Правила на Python",
    "editor.examples": "Начать с примера",
    "editor.right": "✓ Ошибок не найдено. Игра начинается с {position}",
    "editor.there": "К строке {line}",
    "editor.play": "Играть",
  },
};
