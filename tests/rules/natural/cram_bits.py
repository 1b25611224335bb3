"""Cram on a bit board."""
rows, cols = 3, 4


def start():
    yield 0


def dominoes():
    for r in range(rows):
        for c in range(cols):
            if c + 1 < cols:
                yield 1 << r * cols + c | 1 << r * cols + c + 1
            if r + 1 < rows:
                yield 1 << r * cols + c | 1 << (r + 1) * cols + c


DOMINOES = list(dominoes())


def moves(board):
    for d in DOMINOES:
        if not board & d:
            yield board | d


def claim(board):
    return bin(board).count("1") % 4 != 0 or board != 0
