# Grundy's game (1939): split one heap into two of different sizes; a player who
# cannot loses.
#
# Lost heaps begin 1, 2, 4, 7, 10, which suggests "every third from 1, and 2". The
# claim says so and is wrong: 13 is won, and the next lost heaps are 20, 23, 26,
# 50, 53, 270. It is not known whether the Grundy values are ultimately periodic.
from kibitz import move

n = 60


def start():
    yield n, 0


def split(heap, other):
    yield heap, 0
    if other > 0:
        yield other, 0


def moves(heap, other):
    for small in range(1, (heap + 1) // 2):
        yield move(f"{small} and {heap - small}", heap - small, small)


def claim(heap, other):
    return not (heap % 3 == 1 or heap == 2)
