n = 5


def start():
    yield n


def moves(left):
    f = lambda x: x - 1
    yield f(left)
