/**
 * Texts of the scene of *piles*.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "piles.label": "Piles of cards side by side",
    "piles.pile": { one: "pile {pile}, {count} card, top card {top}", other: "pile {pile}, {count} cards, top card {top}" },
    "piles.empty": "pile {pile}, empty",
    "piles.grundy": "{what}, Grundy value {grundy}",
    "piles.best": "{what}, best: {worth}",
    "piles.choose": "{name}: choose a pile",
    "piles.discard": "Pile {pile}: discard + remove",
    "piles.option": "of pile {pile} discard {discard}, then remove {remove}",
    "piles.edit": "A click changes the top card",
    "piles.more": "put a card on pile {pile}",
    "piles.less": "remove the top card of pile {pile}",
    "piles.change": "change the top card of pile {pile}",
    "piles.addPile": "+ pile",
    "piles.dropPile": "− pile",
    "piles.none": "No piles.",
  },
  zh: {
    "piles.label": "并排的牌堆",
    "piles.pile": { other: "第 {pile} 堆，{count} 张牌，顶牌 {top}" },
    "piles.empty": "第 {pile} 堆，空",
    "piles.grundy": "{what}，SG 值 {grundy}",
    "piles.best": "{what}，最佳：{worth}",
    "piles.choose": "{name}：选一堆牌",
    "piles.discard": "第 {pile} 堆：弃牌 + 取牌",
    "piles.option": "第 {pile} 堆先弃 {discard} 张，再取 {remove} 张",
    "piles.edit": "点牌堆改变顶牌",
    "piles.more": "在第 {pile} 堆加一张牌",
    "piles.less": "拿走第 {pile} 堆的顶牌",
    "piles.change": "改变第 {pile} 堆的顶牌",
    "piles.addPile": "+ 牌堆",
    "piles.dropPile": "− 牌堆",
    "piles.none": "没有牌堆。",
  },
  ru: {
    "piles.label": "Стопки карт рядом",
    "piles.pile": { one: "стопка {pile}, {count} карта, верхняя {top}", few: "стопка {pile}, {count} карты, верхняя {top}", many: "стопка {pile}, {count} карт, верхняя {top}", other: "стопка {pile}, {count} карты, верхняя {top}" },
    "piles.empty": "стопка {pile}, пустая",
    "piles.grundy": "{what}, число Гранди {grundy}",
    "piles.best": "{what}, лучшее: {worth}",
    "piles.choose": "{name}: выберите стопку",
    "piles.discard": "Стопка {pile}: сбросить + взять",
    "piles.option": "из стопки {pile} сбросить {discard}, затем взять {remove}",
    "piles.edit": "Щелчок меняет верхнюю карту",
    "piles.more": "положить карту на стопку {pile}",
    "piles.less": "убрать верхнюю карту стопки {pile}",
    "piles.change": "изменить верхнюю карту стопки {pile}",
    "piles.addPile": "+ стопка",
    "piles.dropPile": "− стопка",
    "piles.none": "Стопок нет.",
  },
};
