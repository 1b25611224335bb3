n = 5


def start():
    yield n


def moves(left):
    return left - 1
