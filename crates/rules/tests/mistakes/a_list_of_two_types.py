n = 5


def start():
    yield n


def moves(left):
    xs = [1, (2, 3)]
    yield left - len(xs)
