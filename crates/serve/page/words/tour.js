/**
 * Texts of the guided tour.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "tour.title": "Tour: how a game is solved",
    "tour.of": "Tour: {game}",
    "tour.next": "Next",
    "tour.back": "Back",
    "tour.skip": "Skip",
    "tour.done": "Play",
    "tour.start": "kibitz knows who wins from here. To see how, go to the end of a game first.",
    "tour.end": "The end: {loser} is to move and has lost. A finished game needs no calculation.",
    "tour.win": "One ply before: {winner} has a move to a position that is lost for {loser}. One such move is enough: this position is won.",
    "tour.loss": "Two plies before: every move of {loser} leads to a position that {winner} wins. So this position is lost.",
    "tour.idea": "Going backwards in this way gives every position its value. A losing position leaves no move to another losing position; a winning one has at least one: ✓.",
  },
  zh: {
    "tour.title": "导览：游戏是怎样求解的",
    "tour.of": "导览：{game}",
    "tour.next": "下一步",
    "tour.back": "上一步",
    "tour.skip": "跳过",
    "tour.done": "开始玩",
    "tour.start": "kibitz 知道从这里谁必胜。为什么？先看一局的结尾。",
    "tour.end": "终局：轮到 {loser}，{loser} 已经输了。结束的局面不需要计算。",
    "tour.win": "倒退一步：{winner} 有一着能走到 {loser} 必败的局面。有一着就够了：这个局面必胜。",
    "tour.loss": "倒退两步：{loser} 的每一着都走到 {winner} 必胜的局面，所以这个局面必败。",
    "tour.idea": "这样一步步倒推，每个局面都有了结果。必败局面没有通向另一个必败局面的着法；必胜局面至少有一着：✓。",
  },
  ru: {
    "tour.title": "Обзор: как решается игра",
    "tour.of": "Обзор: {game}",
    "tour.next": "Дальше",
    "tour.back": "Назад",
    "tour.skip": "Пропустить",
    "tour.done": "Играть",
    "tour.start": "kibitz знает, кто отсюда выигрывает. Чтобы понять, откуда, посмотрим сначала на конец партии.",
    "tour.end": "Конец. Ходить должен {loser}, и для него игра проиграна. Здесь считать нечего.",
    "tour.win": "На полуход раньше. {winner} может пойти в позицию, где {loser} проигрывает. Одного такого хода достаточно: эта позиция выиграна.",
    "tour.loss": "На два полухода раньше. {loser} ходит, но каждый ход ведёт в позицию, где побеждает {winner}. Значит, эта позиция проиграна.",
    "tour.idea": "Так, шаг за шагом назад, каждая позиция получает оценку. Из проигранной позиции нет хода в другую проигранную, из выигранной есть хотя бы один: ✓.",
  },
};
