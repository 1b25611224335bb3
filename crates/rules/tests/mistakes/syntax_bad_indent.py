n = 5


def start():
    yield n


def moves(left):
    if left:
    yield left - 1
