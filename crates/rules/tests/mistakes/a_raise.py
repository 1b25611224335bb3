n = 5


def start():
    yield n


def moves(left):
    if left < 0:
        raise
    yield left
