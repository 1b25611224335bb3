n = 5


def start():
    yield n


def moves(a, b):
    yield a, b
