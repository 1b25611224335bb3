n = 5


def start():
    yield n


def left(x):
    yield x - 1
