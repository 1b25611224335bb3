n = 5
play, cycles = ["misere", "error"]


def start():
    yield n


def moves(a):
    if a > 0:
        yield a - 1
