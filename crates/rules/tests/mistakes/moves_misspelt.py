n = 5


def start():
    yield n


def move(left):
    yield left - 1
