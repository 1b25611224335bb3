n = 5


def start():
    yield n


def moves(left):
    g = (k for k in range(3))
    yield left
