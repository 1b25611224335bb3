n = 5


def start():
    yield n


def fewer():
    for k in range(n):
        yield k


def moves(n):
    for k in fewer():
        if k < n:
            yield k
