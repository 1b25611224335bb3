COUNTS = {1: 2, 3: 4}


def start():
    yield 5


def moves(left):
    pairs = COUNTS.items()
    for k, n in pairs:
        yield left - k
