"""A token walks on a grid with holes, with keyword and default arguments."""
HOLES = {(1, 1), (2, 3)}


def start():
    yield 4, 4


def free(r, c, *, holes=HOLES):
    return r >= 0 and c >= 0 and (r, c) not in holes


def moves(r, c):
    for dr, dc in ((1, 0), (0, 1), (1, 1)):
        nr, nc = r - dr, c - dc
        if free(nr, nc):
            yield nr, nc
