n = 5


def start():
    yield n


def moves(left):
    yield move("one", left - 1)
