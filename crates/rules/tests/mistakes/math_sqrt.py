import math

n = 5


def start():
    yield n


def moves(left):
    for k in range(1, int(math.sqrt(left)) + 1):
        yield left - k * k
