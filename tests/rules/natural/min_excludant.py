"""A heap game with its Grundy function as the claim."""
from functools import lru_cache

claim_of = "grundy"
n = 20
TAKES = (1, 2, 5)


def mex(values):
    g = 0
    while g in values:
        g += 1
    return g


@lru_cache(maxsize=None)
def grundy(heap):
    return mex({grundy(heap - t) for t in TAKES if t <= heap})


def start():
    yield n


def moves(heap):
    for t in TAKES:
        if t <= heap:
            yield heap - t


def claim(heap):
    return grundy(heap)
