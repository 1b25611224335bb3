"""Tic-tac-toe on a list of lists; 1 is the mover, 2 the other player."""
SIZE = 3


def start():
    yield [[0] * SIZE for _ in range(SIZE)]


def swap(board):
    return [[(0, 2, 1)[c] for c in row] for row in board]


def lines(board):
    yield from board
    yield from zip(*board)
    yield [board[i][i] for i in range(SIZE)]
    yield [board[i][SIZE - 1 - i] for i in range(SIZE)]


def moves(board):
    for r in range(SIZE):
        for c in range(SIZE):
            if board[r][c] == 0:
                board[r][c] = 1
                yield swap(board)
                board[r][c] = 0


def over(board):
    if any(all(c == 2 for c in line) for line in lines(board)):
        return -1
    if all(c for row in board for c in row):
        return 0
