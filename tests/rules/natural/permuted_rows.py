"""Swap two neighbours that are out of order; sorted rows are final."""
n = 4


def start():
    yield tuple(range(n, 0, -1))


def swapped(xs, i):
    ys = list(xs)
    ys[i], ys[i + 1] = ys[i + 1], ys[i]
    return tuple(ys)


def moves(xs):
    for i in range(len(xs) - 1):
        if xs[i] > xs[i + 1]:
            yield swapped(xs, i)
