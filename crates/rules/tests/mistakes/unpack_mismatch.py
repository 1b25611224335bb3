n = 5


def start():
    yield n


def moves(left):
    a, b = 1, 2, 3
    yield left - a
