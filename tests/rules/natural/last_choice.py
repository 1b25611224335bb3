"""No repeat: the last move may not be repeated; None at the start."""
n = 15


def start():
    yield n, None


def moves(left, last):
    for k in (1, 2, 3):
        if k <= left and k != last:
            yield left - k, k
