n = 5


def start():
    yield n


def moves(left):
    seen = {1, 2}
    yield left
