n = 5


def start():
    yield n


def fewer(left):
    for k in range(left):
        yield k


def moves(left):
    for k in fewer(left):
        yield k
