# Tic-tac-toe: the board is a list of rows; 1 is the mover, 2 the other player.
SIZE = 3


def start():
    yield [[0] * SIZE for _ in range(SIZE)]


def swap(board):
    return [[(0, 2, 1)[c] for c in row] for row in board]


def moves(board):
    for r in range(SIZE):
        for c in range(SIZE):
            if board[r][c] == 0:
                board[r][c] = 1
                yield swap(board)
                board[r][c] = 0


def over(board):
    for i in range(SIZE):
        if all(board[i][j] == 2 for j in range(SIZE)):
            return -1
        if all(board[j][i] == 2 for j in range(SIZE)):
            return -1
    if all(board[i][i] == 2 for i in range(SIZE)):
        return -1
    if all(board[i][SIZE - 1 - i] == 2 for i in range(SIZE)):
        return -1
    if all(c for row in board for c in row):
        return 0
