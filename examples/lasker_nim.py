# Lasker's Nim (Emanuel Lasker 1931): take any number of matches from a heap, or
# split a heap into two without taking any. A player who cannot move loses.
#
# The Grundy values are n, but 4k + 3 and 4k + 4 are exchanged.
from kibitz import move

heaps = [7, 8, 10]
claim_of = "grundy"


def start():
    for heap in heaps:
        yield heap, 0


def split(heap, other):
    yield heap, 0
    if other > 0:
        yield other, 0


def moves(heap, other):
    for k in range(1, heap + 1):
        yield move(f"take {k} of {heap}", heap - k, 0)
    for k in range(1, heap // 2 + 1):
        yield move(f"{heap} into {k} and {heap - k}", heap - k, k)


def claim(heap, other):
    if heap % 4 == 3:
        return heap + 1
    return heap - 1 if heap % 4 == 0 and heap > 0 else heap
