n = 5


def start():
    yield n


def moves(left):
    if left > 1:
        def less(x):
            return x - 1
        yield less(left)
