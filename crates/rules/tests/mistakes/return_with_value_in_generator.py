n = 5


def start():
    yield n


def moves(left):
    if left == 0:
        return 0
    yield left - 1
