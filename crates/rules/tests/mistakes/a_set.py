n = 5


def start():
    yield n


def moves(left):
    takes = [k for k in {1, 2, 3} if k <= left]
    yield left - takes[0]
