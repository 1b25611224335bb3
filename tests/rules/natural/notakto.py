from functools import cache

# Notakto: both players write X, whoever makes three in a row loses.
WINS = [0o700, 0o070, 0o007, 0o444, 0o222, 0o111, 0o421, 0o124]


@cache
def dead(board):
    return any(board & w == w for w in WINS)


def start():
    return 0


def moves(board):
    if dead(board):
        return
    for i in range(9):
        if not board >> i & 1:
            yield board | 1 << i


play = "misere"


def show(board):
    return "\n".join(" ".join("X" if board >> (3 * r + c) & 1 else "." for c in range(3)) for r in range(3))
