from functools import cache


@cache
def total(xs):
    return sum(xs)


def start():
    yield [1, 2]


def moves(xs):
    if total(xs) > 0:
        yield [0, 0]
