# Cutcake: Left cuts vertically, Right horizontally, along the lines.
from collections import Counter

width, height = 4, 3


def start():
    return ((width, height),)


def normal(pieces):
    return tuple(sorted(p for p in pieces if p != (1, 1)))


def left(pieces):
    for p in Counter(pieces):
        rest = list(pieces)
        rest.remove(p)
        w, h = p
        for x in range(1, w // 2 + 1):
            yield normal(rest + [(x, h), (w - x, h)])


def right(pieces):
    for p in Counter(pieces):
        rest = list(pieces)
        rest.remove(p)
        w, h = p
        for y in range(1, h // 2 + 1):
            yield normal(rest + [(w, y), (w, h - y)])
