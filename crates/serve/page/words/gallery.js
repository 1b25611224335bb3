/**
 * Texts of the gallery of games.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "gallery.title": "All games",
    "gallery.search": "Search",
    "gallery.wins": "{name} wins",
    "gallery.draw": "a draw",
    "gallery.examples": "Games from rule files",
    "gallery.none": "No game matches.",
  },
  zh: {
    "gallery.title": "全部游戏",
    "gallery.search": "搜索",
    "gallery.wins": "{name} 必胜",
    "gallery.draw": "平局",
    "gallery.examples": "规则文件的游戏",
    "gallery.none": "没有符合的游戏。",
  },
  ru: {
    "gallery.title": "Все игры",
    "gallery.search": "Поиск",
    "gallery.wins": "побеждает {name}",
    "gallery.draw": "ничья",
    "gallery.examples": "Игры из файлов правил",
    "gallery.none": "Ничего не найдено.",
  },
};
