from collections import deque


def start():
    yield 3


def moves(n):
    q = deque([n])
    for x in q:
        q.append(x - 1)
        yield x - 1
