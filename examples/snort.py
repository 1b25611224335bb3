# Snort (Simon Norton): Left puts bulls into fields, Right cows; a bull and a
# cow may not stand in fields that touch. A player who cannot move loses.
#
# Fields of a grid touch along their sides. Known: the first player wins on
# every board with an odd number of rows and columns (take the middle, then
# reply to every move symmetrically).
from kibitz import grid, move

rows = 3
cols = 3


def touching(cell):
    r, c = divmod(cell, cols)
    cells = 0
    for other in range(rows * cols):
        if abs(other // cols - r) + abs(other % cols - c) == 1:
            cells |= 1 << other
    return cells


TOUCHING = [touching(cell) for cell in range(rows * cols)]


def start():
    yield 0, 0


def left(bulls, cows):
    for cell, near in enumerate(TOUCHING):
        if (bulls | cows) >> cell & 1 == 0 and near & cows == 0:
            yield move(f"bull to {cell + 1}", bulls | 1 << cell, cows)


def right(bulls, cows):
    for cell, near in enumerate(TOUCHING):
        if (bulls | cows) >> cell & 1 == 0 and near & bulls == 0:
            yield move(f"cow to {cell + 1}", bulls, cows | 1 << cell)


def show(bulls, cows):
    return grid(rows, cols, [(bulls >> i & 1) + 2 * (cows >> i & 1) for i in range(rows * cols)], ".bc")
