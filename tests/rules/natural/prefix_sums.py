"""Cut a prefix whose sum is at most ten."""
from itertools import accumulate

values = [3, 1, 4, 1, 5, 9, 2, 6]


def start():
    yield 0


def moves(done):
    for k, total in enumerate(accumulate(values[done:]), start=1):
        if total > 10:
            break
        yield done + k
