# Maker and Breaker (Erdős and Selfridge) on the board of tic-tac-toe: Left wins
# with three in a line, Right by preventing it. Each may take any free cell.
#
# With `left` and `right`, `over` returns 1 if Left has won and -1 if Right has.
# Known: the Maker wins moving first. With `full = 0` a full board is a draw.
from kibitz import grid, move

full = -1
LINES = [7, 56, 448, 73, 146, 292, 273, 84]


def start():
    yield 0, 0


def over(maker, breaker):
    if any(maker & line == line for line in LINES):
        return 1
    return full if maker | breaker == 511 else None


def left(maker, breaker):
    for cell in range(9):
        if (maker | breaker) >> cell & 1 == 0:
            yield move(f"cell {cell + 1}", maker | 1 << cell, breaker)


def right(maker, breaker):
    for cell in range(9):
        if (maker | breaker) >> cell & 1 == 0:
            yield move(f"cell {cell + 1}", maker, breaker | 1 << cell)


def show(maker, breaker):
    return grid(3, 3, [(maker >> i & 1) + 2 * (breaker >> i & 1) for i in range(9)], ".xo")
