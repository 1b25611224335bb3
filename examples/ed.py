# E&D (Luogu P2148): pairs of piles. A move throws away one pile of a pair and
# splits the other into two that are not empty, which form the pair again. A
# player who cannot move loses.
#
# The Grundy value of a pair is the number of ones at the low end of (a - 1) |
# (b - 1), as a table in binary shows.
from kibitz import move

piles = [10, 15, 7, 12]  # two for each pair
claim_of = "grundy"

# The contest (Luogu P2148) has piles of up to 2 * 10^9. The moves of a pile are as many as its
# stones, and all pairs below are solved: 500 take seconds, 1,000 a quarter of a minute.
input = "T cases / n / piles[n]"
limits = {"n": "2..20000", "piles": "1..500"}
answer = {"win": "YES", "loss": "NO"}


def start():
    assert len(piles) % 2 == 0, "the number of piles is even"
    for i in range(0, len(piles), 2):
        yield piles[i], piles[i + 1]


def canon(a, b):
    return min(a, b), max(a, b)


def moves(a, b):
    for kept in [a, b]:
        for part in range(1, kept):
            yield move(f"split {kept} into {part} and {kept - part}", part, kept - part)


def claim(a, b):
    bits = (a - 1) | (b - 1)
    value = 0
    while bits % 2 == 1:
        bits //= 2
        value += 1
    return value
