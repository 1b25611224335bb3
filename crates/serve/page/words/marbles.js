/**
 * Texts of the scene of *marbles*.
 *
 * @module
 */

export const words = {
  en: {
    "marbles.board": "Marbles board",
    "marbles.view": "View",
    "marbles.diamond": "Diamond",
    "marbles.square": "Square",
    "marbles.choose-first": "Click the first cell of a run of one to {run} marbles.",
    "marbles.choose-last": "From {cell}: click the last cell, or {cell} again for one marble.",
    "marbles.edit": "Click a cell to add or remove a marble.",
    "marbles.over": "No cell is empty: the player to move loses.",
    "marbles.empty": "{cell}, empty",
    "marbles.marble": "{cell}, marble",
    "marbles.first": "{cell}, first cell chosen",
    "marbles.run": "{move}, end the run here",
  },
  zh: {
    "marbles.board": "弹珠棋盘",
    "marbles.view": "视图",
    "marbles.diamond": "菱形",
    "marbles.square": "方形",
    "marbles.choose-first": "点击第一颗弹珠的位置：同一直线上连续放 1 到 {run} 颗。",
    "marbles.choose-last": "从 {cell} 开始：点击最后一颗的位置；再点一次 {cell} 只放一颗。",
    "marbles.edit": "点击格子放上或拿走弹珠。",
    "marbles.over": "棋盘已满：轮到走的一方输。",
    "marbles.empty": "{cell}，空位",
    "marbles.marble": "{cell}，弹珠",
    "marbles.first": "{cell}，已选为起点",
    "marbles.run": "{move}，到这里为止",
  },
  ru: {
    "marbles.board": "Доска с шариками",
    "marbles.view": "Вид",
    "marbles.diamond": "Ромб",
    "marbles.square": "Квадрат",
    "marbles.choose-first": "Нажмите на клетку первого шарика: от одного до {run} подряд по прямой.",
    "marbles.choose-last": "От {cell}: нажмите на клетку последнего шарика или ещё раз на {cell}, чтобы положить один.",
    "marbles.edit": "Нажмите на клетку, чтобы положить шарик или убрать его.",
    "marbles.over": "Свободных клеток нет: проигрывает тот, чей ход.",
    "marbles.empty": "{cell}, пусто",
    "marbles.marble": "{cell}, шарик",
    "marbles.first": "{cell}, начало выбрано",
    "marbles.run": "{move}, закончить здесь",
  },
};
