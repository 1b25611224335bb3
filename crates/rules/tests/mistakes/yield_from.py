n = 5


def start():
    yield n


def moves(left):
    yield from left
