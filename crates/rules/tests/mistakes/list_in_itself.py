n = 5


def start():
    yield n


def moves(left):
    xs = []
    xs.append(xs)
    yield left - 1
