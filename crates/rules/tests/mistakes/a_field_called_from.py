from collections import namedtuple

Move = namedtuple("Move", "from to")


def start():
    yield 3


def moves(n):
    if n:
        yield n - 1
