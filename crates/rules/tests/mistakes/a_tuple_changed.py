n = 5


def start():
    yield n


def moves(left):
    t = (1, 2)
    t[0] = 3
    yield left
