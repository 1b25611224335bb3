/**
 * The terms of the theory: how a language writes them (regular expressions), and what they
 * mean.
 *
 * @module
 */

/** @type {import("./i18n.js").Words} */
export const words = {
  en: {
    "term.ply.match": "\\bpl(?:y|ies)\\b",
    "term.ply": "A ply is one move of one player, so two plies are a move and its reply. The number is the distance to the end: the winner wants it short, the loser long.",
    "term.grundy.match": "\\bGrundy values?\\b",
    "term.grundy": "The Grundy value of a position, also written *n, is the smallest number that is not the value of a position one move away. It is 0 exactly if the player to move loses; *n says that the position is worth as much as a Nim heap of n.",
    "term.nimsum.match": "\\bnim-sum\\b",
    "term.nimsum": "The nim-sum adds binary numbers without carrying (XOR). The Grundy value of several independent parts is the nim-sum of their values.",
    "term.mex.match": "\\bmex\\b",
    "term.mex": "The mex (minimum excludant) of some numbers is the smallest of 0, 1, 2, … that is not among them.",
    "term.class.match": "\\boutcome class\\b",
    "term.class": "Who wins if Left and if Right moves first: N the first to move, P the second, L always Left, R always Right.",
    "term.score.match": "\\bscore\\b",
    "term.score": "Counted for the player to move: what that player gains over the other if both play for the largest difference.",
  },
  zh: {
    "term.ply.match": "步",
    "term.ply": "任一方走一着算一步，所以一着加对方的应着是两步。这里的数字是离终局的步数：必胜方希望它小，必败方希望它大。",
    "term.grundy.match": "SG 值",
    "term.grundy": "局面的 SG 值（也写作 *n）是走一步所能到达的各局面的值中没有出现的最小自然数。恰好当它为 0 时轮到的一方必败；*n 表示这个局面相当于有 n 颗石子的一堆 Nim。",
    "term.nimsum.match": "Nim 和|异或和",
    "term.nimsum": "Nim 和是二进制不进位的加法（异或）。几个互不影响的部分合起来的 SG 值，等于各部分 SG 值的 Nim 和。",
    "term.mex.match": "\\bmex\\b",
    "term.mex": "mex 是 0、1、2……中不在这些数里的最小的一个。",
    "term.class.match": "胜负类型",
    "term.class": "左方先走和右方先走各由谁获胜：N 先走的一方，P 后走的一方，L 总是左方，R 总是右方。",
    "term.score.match": "得分",
    "term.score": "从轮到的一方计算：双方都力求最大的分差时，这一方比对方多得的分。",
  },
  ru: {
    "term.ply.match": "полуход[а-я]*",
    "term.ply": "Полуход — один ход одного игрока: ход и ответ на него — два полухода. Число показывает расстояние до конца: победитель хочет его уменьшить, проигрывающий — увеличить.",
    "term.grundy.match": "[Чч]исл[а-я]* Гранди",
    "term.grundy": "Число Гранди позиции (пишут и *n) — наименьшее число, которого нет среди чисел позиций, достижимых за один ход. Оно равно 0 ровно тогда, когда ходящий проигрывает; *n означает, что позиция равноценна куче Нима из n предметов.",
    "term.nimsum.match": "ним-сумм[а-я]*",
    "term.nimsum": "Ним-сумма — сложение двоичных чисел без переносов (XOR). Число Гранди нескольких независимых частей — ним-сумма их чисел.",
    "term.mex.match": "\\bmex\\b",
    "term.mex": "mex нескольких чисел — наименьшее из 0, 1, 2, …, которого среди них нет.",
    "term.class.match": "класс исхода",
    "term.class": "Кто побеждает, если первым ходит Левый и если Правый: N — тот, кто ходит первым, P — второй, L — всегда Левый, R — всегда Правый.",
    "term.score.match": "счёт",
    "term.score": "Для того, кто ходит: на сколько он опередит соперника, если оба стремятся к наибольшей разнице.",
  },
};
