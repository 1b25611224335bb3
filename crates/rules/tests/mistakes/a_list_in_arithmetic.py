def start():
    yield [1, 2]


def moves(h):
    k = h + 1
    yield h
