# Misère Nim: the player who takes the last match loses.
#
# Bouton's strategy: play as in Nim until your move would leave no heap of two
# or more; then leave an odd number of heaps of one. Misère play has no Grundy
# values, so a position has all heaps; their order does not matter.
from kibitz import move

heaps = [3, 4, 5]
play = "misere"


def start():
    yield heaps


def canon(piles):
    return sorted(piles)


def moves(piles):
    for i, heap in enumerate(piles):
        for left in reversed(range(heap)):
            rest = piles[:]
            rest[i] = left
            yield move(f"take {heap - left} of {heap}", rest)


def claim(piles):
    total = 0
    for heap in piles:
        total ^= heap
    if max(piles) >= 2:
        return total != 0
    return piles.count(1) % 2 == 0


def show(piles):
    return " ".join("|" * heap for heap in piles if heap > 0)
