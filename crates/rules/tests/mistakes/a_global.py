n = 5


def start():
    yield n


def moves(left):
    global n
    yield left - 1
