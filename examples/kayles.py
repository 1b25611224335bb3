# Kayles (Dudeney, Loyd): a row of pins; a ball knocks down one pin or two that
# stand side by side. The player who knocks down the last pin wins.
#
# A ball in the middle leaves two rows, which `split` makes two components. Guy
# and Smith (1956): the Grundy values have the period 12 from 71 on, with the
# exceptions below.
from kibitz import move

n = 100
claim_of = "grundy"
PERIOD = [4, 1, 2, 8, 1, 4, 7, 2, 1, 8, 2, 7]
EXCEPTIONS = [
    (0, 0), (3, 3), (6, 3), (9, 4), (11, 6), (15, 7), (18, 3),
    (21, 4), (22, 6), (28, 5), (34, 6), (39, 3), (57, 4), (70, 6),
]


def start():
    yield n, 0


def split(row, other):
    if row > 0 or other == 0:
        yield row, 0
    if other > 0:
        yield other, 0


def moves(row, other):
    for hit in [1, 2]:
        for before in range((row - hit) // 2 + 1):
            yield move(f"{before}, {hit} down, {row - hit - before}", before, row - hit - before)


def claim(row, other):
    for pins, value in EXCEPTIONS:
        if row == pins:
            return value
    return PERIOD[row % 12]
