n = 5


def start():
    yield n


def moves(left):
    for k in {1, 2, 3}:
        if k <= left:
            yield left - k
