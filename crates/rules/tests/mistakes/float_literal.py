n = 5


def start():
    yield n


def moves(left):
    if left > 0.5:
        yield left - 1
