n = 5


def start():
    yield n


def f(x):
    if x:
        return 1
    return [1]


def moves(left):
    yield left - f(left)
