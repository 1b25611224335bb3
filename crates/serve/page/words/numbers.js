/**
 * Texts of the scene of *numbers*.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "numbers.label": "Two hands of cards, Alice's below and Bob's above",
    "numbers.card": "card {card} of {name}",
    "numbers.best": "{what}, best: {worth}",
    "numbers.worth": "{what}, {sum}: {worth}",
    "numbers.sum": "{what}, {sum}",
    "numbers.chooseOwn": "{name}: choose your card",
    "numbers.chooseOther": "Now a card of {name} to add",
    "numbers.edit": "A click on a card changes it",
    "numbers.modulus": "modulo {modulus}",
    "numbers.round": "A draw by infinite play",
    "numbers.roundAfter": { one: "A draw: a cycle after {count} ply", other: "A draw: a cycle after {count} plies" },
  },
  zh: {
    "numbers.label": "两手牌：Alice 在下，Bob 在上",
    "numbers.card": "{name} 的牌 {card}",
    "numbers.best": "{what}，最佳：{worth}",
    "numbers.worth": "{what}，{sum}：{worth}",
    "numbers.sum": "{what}，{sum}",
    "numbers.chooseOwn": "{name}：选一张自己的牌",
    "numbers.chooseOther": "再选 {name} 的一张牌相加",
    "numbers.edit": "点一张牌改变数字",
    "numbers.modulus": "模 {modulus}",
    "numbers.round": "平局：永远循环下去",
    "numbers.roundAfter": { other: "平局：{count} 步后永远循环" },
  },
  ru: {
    "numbers.label": "Две руки карт: Алиса внизу, Боб вверху",
    "numbers.card": "карта {card}, {name}",
    "numbers.best": "{what}, лучшее: {worth}",
    "numbers.worth": "{what}, {sum}: {worth}",
    "numbers.sum": "{what}, {sum}",
    "numbers.chooseOwn": "{name}: выберите свою карту",
    "numbers.chooseOther": "Теперь карту соперника ({name})",
    "numbers.edit": "Щелчок по карте меняет её",
    "numbers.modulus": "по модулю {modulus}",
    "numbers.round": "Ничья: игра ходит по кругу",
    "numbers.roundAfter": {
      one: "Ничья: через {count} ход — по кругу",
      few: "Ничья: через {count} хода — по кругу",
      many: "Ничья: через {count} ходов — по кругу",
      other: "Ничья: через {count} хода — по кругу",
    },
  },
};
