from itertools import chain


def start():
    yield [1, 2]


def moves(h):
    for x in map(abs, chain(h, [5])):
        h.append(x)
        yield h
