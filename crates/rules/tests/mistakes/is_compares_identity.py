n = 5


def start():
    yield n


def moves(left):
    if left is 0:
        return
    yield left - 1
