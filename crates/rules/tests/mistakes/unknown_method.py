def start():
    yield [1, 2]


def moves(h):
    h.push(3)
    yield h
