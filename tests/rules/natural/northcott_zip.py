"""Northcott: one row of two tokens each."""


def start():
    yield [1, 0], [6, 5]


def moves(white, black):
    for i, (w, b) in enumerate(zip(white, black)):
        for to in range(w + 1, b):
            new = white.copy()
            new[i] = to
            # seen from the other side: mirrored
            yield [8 - x for x in black], [8 - x for x in new]


cycles = "draw"
