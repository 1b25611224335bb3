n = 5


def start():
    yield n


def fewer(left):
    if left > 0:
        yield left - 1
        yield from fewer(left - 1)


def moves(left):
    for k in fewer(left):
        yield k
