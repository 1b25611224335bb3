play = "score"


def start():
    yield 5


def left(n):
    if n > 0:
        yield n - 1


def right(n):
    if n > 1:
        yield n - 2
