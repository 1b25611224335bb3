n = 5
if n > 3:
    play = "misere"


def start():
    yield n


def moves(a):
    if a > 0:
        yield a - 1
