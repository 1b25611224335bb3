"""Tic-tac-toe with a flat tuple and an explicit player."""
WINS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def start():
    yield (0,) * 9, 1


def moves(board, player):
    for i in range(9):
        if board[i] == 0:
            b = list(board)
            b[i] = player
            yield tuple(b), 3 - player


def winner(board):
    for a, b, c in WINS:
        if board[a] and board[a] == board[b] == board[c]:
            return board[a]
    return None


def over(board, player):
    w = winner(board)
    if w is not None:
        return 1 if w == player else -1
    if all(board):
        return 0
