from collections import Counter


def start():
    yield 3


def moves(n):
    c = Counter([1, 2, 2])
    for x in c.elements():
        c[2] = 5
        if x <= n:
            yield n - x
