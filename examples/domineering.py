# Domineering (Göran Andersson): Left places dominoes upright, Right across; a
# player who cannot place one loses.
#
# `left` and `right` are the moves of the two players. Known: the first player
# wins on 2x2, 3x3 and 4x4, the second on 5x5.
from kibitz import grid, move

rows = 4
cols = 4


def start():
    yield 0


def left(board):
    for cell in range((rows - 1) * cols):
        domino = 1 << cell | 1 << (cell + cols)
        if board & domino == 0:
            yield move(f"upright at {cell // cols + 1}, {cell % cols + 1}", board | domino)


def right(board):
    for cell in range(rows * cols):
        domino = 3 << cell
        if cell % cols < cols - 1 and board & domino == 0:
            yield move(f"across at {cell // cols + 1}, {cell % cols + 1}", board | domino)


def show(board):
    return grid(rows, cols, board, ".#")
