def start():
    yield 5, 2


def less(a, /, by):
    return a - by


def moves(a, b):
    if a > 0:
        yield less(a=a, by=1), b
