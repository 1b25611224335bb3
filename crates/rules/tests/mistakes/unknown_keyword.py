n = 5


def start():
    yield n


def less(x, k):
    return x - k


def moves(left):
    yield less(left, by=1)
