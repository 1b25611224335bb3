/**
 * The editor of rule files.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "editor.title": "Your own game",
    "editor.hint": "A few lines of Python make a game: start() yields the first position, moves(…) every next one. Whoever cannot move loses. Begin with an example, and change it.",
    "editor.text": "The rules, in Python",
    "editor.examples": "Examples",
    "editor.right": "✓ No mistake found. The game begins at",
    "editor.there": "To line {line}",
    "editor.play": "Play it",
  },
  zh: {
    "editor.title": "自己的游戏",
    "editor.hint": "几行 Python 就是一个游戏：start() 给出初始局面，moves(…) 给出走一步后的每个局面，无法走步的一方输。可以选一个示例来修改。",
    "editor.text": "规则（Python）",
    "editor.examples": "示例",
    "editor.right": "✓ 没有发现错误。初始局面：",
    "editor.there": "跳到第 {line} 行",
    "editor.play": "开始玩",
  },
  ru: {
    "editor.title": "Своя игра",
    "editor.hint": "Игра — это несколько строк на Python: start() даёт начальную позицию, moves(…) — каждую следующую. Кто не может ходить, проигрывает. Начните с примера и измените его.",
    "editor.text": "Правила на Python",
    "editor.examples": "Примеры",
    "editor.right": "✓ Ошибок не найдено. Игра начинается с",
    "editor.there": "К строке {line}",
    "editor.play": "Играть",
  },
};
