n = 5


def start():
    yield n


def f(x):
    return f((x, 1))


def moves(left):
    f(left)
    yield left - 1
