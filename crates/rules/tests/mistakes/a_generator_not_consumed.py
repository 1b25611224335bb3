n = 5


def start():
    yield n


def fewer(left):
    for k in range(left):
        yield k


def moves(left):
    options = fewer(left)
    for k in options:
        yield k
