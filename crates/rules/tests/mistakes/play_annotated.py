n = 5
play: str = "miser"


def start():
    yield n


def moves(a):
    if a > 0:
        yield a - 1
