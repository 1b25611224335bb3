/**
 * Texts of the value graph.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "graph.title": "Who is winning, and plies to the end",
    "graph.label": "Value after each ply; the arrow keys move through the game",
    "graph.start": "Start",
    "graph.ply": "{ply}. {move}",
    "graph.wins": "{name} wins",
    "graph.winsIn": { one: "{name} wins in {count} ply", other: "{name} wins in {count} plies" },
    "graph.won": "{name} has won",
    "graph.unknown": "value unknown",
    "graph.mistake": "a mistake by {name}",
    "graph.tally": "Mistakes (?): {first} {firstCount}, {second} {secondCount}",
    "mistake.title": "The mistake",
    "mistake.text": "{name} lost the game at ply {ply}: {move} was a mistake, {better} was right.",
    "mistake.show": "Show the position before it",
    "howto.title": "How it is played",
  },
  zh: {
    "graph.title": "谁占优，离终局多少步",
    "graph.label": "每一步的局势；用方向键浏览对局",
    "graph.start": "开局",
    "graph.ply": "{ply}. {move}",
    "graph.wins": "{name} 必胜",
    "graph.winsIn": { other: "{name} {count} 步必胜" },
    "graph.won": "{name} 赢了",
    "graph.unknown": "结果未知",
    "graph.mistake": "{name} 的失误",
    "graph.tally": "失误（?）：{first} {firstCount} 次，{second} {secondCount} 次",
    "mistake.title": "败着",
    "mistake.text": "{name} 在第 {ply} 步走错：不该走 {move}，应走 {better}。",
    "mistake.show": "显示之前的局面",
    "howto.title": "怎么玩",
  },
  ru: {
    "graph.title": "Кто побеждает и сколько полуходов до конца",
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
    "mistake.title": "Ошибка",
    "mistake.text": "{name}: ошибка на полуходе {ply}. Вместо {move} верно было {better}.",
    "mistake.show": "Показать позицию перед ней",
    "howto.title": "Как играть",
  },
};
