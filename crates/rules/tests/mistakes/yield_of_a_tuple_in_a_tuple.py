def start():
    yield 5, 2


def moves(a, b):
    yield ((b, a - 1),)
