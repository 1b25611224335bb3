n = 5


def start():
    yield n


def moves(left):
    steps = [lambda x: x - 1]
    yield left - len(steps)
