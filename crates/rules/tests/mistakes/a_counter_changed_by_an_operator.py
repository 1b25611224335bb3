from collections import Counter


def start():
    yield 3


def moves(n):
    counts = Counter([1, 2, n])
    counts += Counter([3])
    yield counts[3] - 1
