from itertools import chain


def start():
    yield 3


def moves(n):
    k = 1
    for x in chain(x * k for x in range(n)):
        k += 1
        yield x
