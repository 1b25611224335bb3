def start():
    yield [1, 2]


def first(x, *rest):
    return x + len(rest)


def moves(h):
    if first(*h) > 5:
        yield h
