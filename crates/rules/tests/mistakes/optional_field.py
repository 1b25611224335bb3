n = 5


def start():
    yield n


def f(x):
    if x > 2:
        return x - 1


def moves(left):
    yield f(left)
