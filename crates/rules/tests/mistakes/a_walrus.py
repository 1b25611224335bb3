n = 5


def start():
    yield n


def moves(left):
    for k in [y for x in range(3) if (y := left - x) >= 0]:
        yield k
