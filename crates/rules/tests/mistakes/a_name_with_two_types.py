n = 5


def start():
    yield n


def moves(left):
    k = 1
    if left > 2:
        k = [left]
    yield left - k
