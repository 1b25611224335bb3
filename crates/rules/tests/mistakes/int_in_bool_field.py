def start():
    yield 3, True


def moves(x, flag):
    yield x - 1, 1 - flag
