"""Subtraction game; the allowed moves are a set."""
n = 30
allowed = {1, 3, 4}


def start():
    yield n


def moves(left):
    for k in sorted(allowed):
        if k <= left:
            yield left - k


def claim(left):
    return left % 7 not in {0, 2}
