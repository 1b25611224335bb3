"""Cutcake: a list of rectangles; Left cuts vertically, Right horizontally."""


def start():
    yield [(2, 4)]


def left(pieces):
    for i, (h, w) in enumerate(pieces):
        for cut in range(1, w):
            yield sorted(pieces[:i] + pieces[i + 1:] + [(h, cut), (h, w - cut)])


def right(pieces):
    for i, (h, w) in enumerate(pieces):
        for cut in range(1, h):
            yield sorted(pieces[:i] + pieces[i + 1:] + [(cut, w), (h - cut, w)])
