n = 5


def start():
    yield n


def moves(left):
    print(left)
    yield left - 1
