n = 5


def start():
    yield n


def less(x):
    return x - 1


def moves(left):
    f = [0, less]
    yield left
