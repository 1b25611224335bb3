# Cram: dominoes on a board, either way for both players; a player who cannot
# place one loses.
#
# `symmetry` maps each cell under a generator of the board's symmetries:
# mirrored left to right and top to bottom, and, on a square, over the diagonal.
# Known: 3x3 and 4x4 have the Grundy value 0.
from kibitz import grid

rows = 4
cols = 4


def start():
    yield 0


def symmetry(i):
    r, c = divmod(i, cols)
    yield r * cols + cols - 1 - c
    yield (rows - 1 - r) * cols + c
    if rows == cols:
        yield c * cols + r


def moves(board):
    for cell in range(rows * cols):
        if cell % cols < cols - 1 and board & 3 << cell == 0:
            yield board | 3 << cell
        if cell + cols < rows * cols and board & (1 << cell | 1 << (cell + cols)) == 0:
            yield board | 1 << cell | 1 << (cell + cols)


def show(board):
    return grid(rows, cols, board, ".#")
