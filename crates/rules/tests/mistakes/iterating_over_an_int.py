n = 5


def start():
    yield n


def moves(left):
    for k in left:
        yield k
