"""Remove a whole row or column of stones from a board."""
from copy import deepcopy

BOARD = [[1, 0, 1], [1, 1, 0], [0, 1, 1]]


def start():
    yield BOARD


def moves(board):
    for r, row in enumerate(board):
        if any(row):
            new = deepcopy(board)
            new[r] = [0] * len(row)
            yield new
    for c in range(len(board[0])):
        if any(row[c] for row in board):
            new = [row[:] for row in board]
            for row in new:
                row[c] = 0
            yield new
