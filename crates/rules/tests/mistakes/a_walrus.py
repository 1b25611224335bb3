n = 5


def start():
    yield n


def moves(left):
    if (k := left - 1) >= 0:
        yield k
