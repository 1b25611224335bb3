"""Clobber: move one of your stones onto an orthogonally adjacent enemy stone."""
from kibitz import move

BOARD = """
xoxo
oxox
xoxo
""".strip().splitlines()


def neighbours(board, r, c):
    for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        if 0 <= r + dr < len(board) and 0 <= c + dc < len(board[0]):
            yield r + dr, c + dc


def put(board, r, c, ch):
    return board[:r] + [board[r][:c] + ch + board[r][c + 1:]] + board[r + 1:]


def start():
    yield BOARD, "x"


def moves(board, player):
    enemy = "o" if player == "x" else "x"
    for r, row in enumerate(board):
        for c, stone in enumerate(row):
            if stone == player:
                for r2, c2 in neighbours(board, r, c):
                    if board[r2][c2] == enemy:
                        after = put(put(board, r, c, "."), r2, c2, player)
                        yield move(f"{'abcd'[c]}{r + 1}-{'abcd'[c2]}{r2 + 1}", after, enemy)


def show(board, player):
    return "\n".join(board) + f"\n{player} to move"
