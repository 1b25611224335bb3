n = 5


def start():
    yield n


def moves(left):
    r = range(3)
    yield left - len(r)
