/**
 * Texts of the value graph.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "graph.title.alice": "Value for Alice",
    "graph.title.x": "Value for X",
    "graph.title.white": "Value for White",
    "graph.title.black": "Value for Black",
    "graph.title.s": "Value for Sente",
    "graph.title.left": "Value for Left",
    "graph.label": "Value after each ply; the arrow keys move through the game",
    "graph.start": "Start",
    "graph.ply": "{ply}. {move}",
    "graph.wins": "{name} wins",
    "graph.winsIn": { one: "{name} wins in {count} ply", other: "{name} wins in {count} plies" },
    "graph.won": "{name} has won",
    "graph.unknown": "value unknown",
    "graph.mistake": "a mistake by {name}",
    "graph.tally": "Mistakes (?): {first} {firstCount}, {second} {secondCount}",
  },
  zh: {
    "graph.title.alice": "Alice 的局势",
    "graph.title.x": "X 的局势",
    "graph.title.white": "白方的局势",
    "graph.title.black": "黑方的局势",
    "graph.title.s": "先手的局势",
    "graph.title.left": "左方的局势",
    "graph.label": "每一步的局势；用方向键浏览对局",
    "graph.start": "开局",
    "graph.ply": "{ply}. {move}",
    "graph.wins": "{name} 必胜",
    "graph.winsIn": { other: "{name} {count} 步必胜" },
    "graph.won": "{name} 赢了",
    "graph.unknown": "结果未知",
    "graph.mistake": "{name} 的失误",
    "graph.tally": "失误（?）：{first} {firstCount} 次，{second} {secondCount} 次",
  },
  ru: {
    "graph.title.alice": "Оценка за Алису",
    "graph.title.x": "Оценка за X",
    "graph.title.white": "Оценка за Белого",
    "graph.title.black": "Оценка за Чёрного",
    "graph.title.s": "Оценка за Сэнтэ",
    "graph.title.left": "Оценка за Левого",
    "graph.label": "Оценка после каждого хода; стрелки ведут по партии",
    "graph.start": "Начало",
    "graph.ply": "{ply}. {move}",
    "graph.wins": "побеждает {name}",
    "graph.winsIn": {
      one: "{name} побеждает за {count} полуход",
      few: "{name} побеждает за {count} полухода",
      many: "{name} побеждает за {count} полуходов",
      other: "{name} побеждает за {count} полухода",
    },
    "graph.won": "победа: {name}",
    "graph.unknown": "оценка неизвестна",
    "graph.mistake": "ошибка: {name}",
    "graph.tally": "Ошибки (?): {first} — {firstCount}, {second} — {secondCount}",
  },
};
