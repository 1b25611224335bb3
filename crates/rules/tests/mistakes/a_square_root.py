n = 5


def start():
    yield n


def moves(left):
    for k in range(1, int(left ** 0.5) + 1):
        yield left - k * k
