# Dawson's Kayles, the octal game 0.07: a ball knocks down two pins that stand
# side by side. A player who cannot move loses.
#
# The row is a set of cells; a move leaves gaps, and `split` makes a component
# of each run between them, shifted to cell 0. Known: the Grundy values have the
# period 34 from 53 on, with the exceptions below.
from kibitz import move, popcount

n = 60
claim_of = "grundy"
PERIOD = [
    8, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 4, 5, 5,
    9, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 3, 7, 4,
]
EXCEPTIONS = [(1, 0), (15, 0), (17, 2), (18, 2), (32, 2), (35, 0), (52, 2)]


def start():
    yield (1 << n) - 1


def split(row):
    while row != 0:
        while row & 1 == 0:
            row >>= 1
        length = 0
        while row >> length & 1:
            length += 1
        yield (1 << length) - 1
        row >>= length


def moves(row):
    for pin in range(popcount(row) - 1):
        yield move(f"pins {pin + 1} and {pin + 2}", row & ~(3 << pin))


def claim(row):
    pins = popcount(row)
    for exception, value in EXCEPTIONS:
        if pins == exception:
            return value
    return PERIOD[(pins - 1) % 34]


def show(row):
    return "".join("|" if row >> pin & 1 else "." for pin in range(n))
