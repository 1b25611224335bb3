/**
 * Texts of the rule-file editor.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "editor.title": "Your game, in Python",
    "editor.hint": "start() yields the first position, moves(…) every successor; a player who cannot move loses.",
    "editor.text": "The rules, in Python",
    "editor.examples": "Load an example",
    "editor.own": "Your rules",
    "editor.given": "Examples",
    "editor.nameless": "without a title",
    "editor.right": "✓ No errors. Start position:",
    "editor.there": "Go to line {line}",
    "editor.play": "Play",
  },
  zh: {
    "editor.title": "用 Python 写自己的游戏",
    "editor.hint": "start() 给出初始局面，moves(…) 给出走一步后的每个局面；无法走步的一方输。",
    "editor.text": "规则（Python）",
    "editor.examples": "从示例开始",
    "editor.own": "自己的规则",
    "editor.given": "示例",
    "editor.nameless": "无标题",
    "editor.right": "✓ 没有发现错误。初始局面：",
    "editor.there": "跳到第 {line} 行",
    "editor.play": "开始玩",
  },
  ru: {
    "editor.title": "Своя игра на Python",
    "editor.hint": "start() даёт начальную позицию, moves(…) — каждую следующую; кто не может ходить, проигрывает.",
    "editor.text": "Правила на Python",
    "editor.examples": "Начать с примера",
    "editor.own": "Свои правила",
    "editor.given": "Примеры",
    "editor.nameless": "без названия",
    "editor.right": "✓ Ошибок не найдено. Игра начинается с",
    "editor.there": "К строке {line}",
    "editor.play": "Играть",
  },
};
