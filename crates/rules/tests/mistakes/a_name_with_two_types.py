n = 5


def start():
    yield n


def moves(left):
    k = 1
    k = [left]
    yield left - 1
