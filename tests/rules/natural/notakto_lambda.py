"""Notakto: both play x; three in a row loses."""
LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
dead = lambda board: any(all(board >> i & 1 for i in line) for line in LINES)


def start():
    yield 0


def moves(board):
    free = [i for i in range(9) if not board >> i & 1]
    yield from map(lambda i: board | 1 << i, free)


def over(board):
    return 1 if dead(board) else None
