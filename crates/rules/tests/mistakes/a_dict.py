def start():
    yield 3


def emptied(d):
    return [d.pop(key) for key in d]


def moves(left):
    for k in emptied({1: 2, left: 3}):
        yield left - k
