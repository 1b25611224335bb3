# Nim with a pass: once in the game, one of the players may pass instead of
# taking, but not when nothing is left. A player who cannot move loses.
#
# The claim treats the pass as a heap of one match and is wrong; no closed form
# is known for three heaps.
from kibitz import move

heaps = [4, 5, 6]


def start():
    yield heaps, True


def canon(piles, may_pass):
    return sorted(piles), may_pass


def moves(piles, may_pass):
    for i in range(len(piles)):
        heap = piles[i]
        while piles[i] > 0:
            piles[i] -= 1
            yield move(f"take {heap - piles[i]} of {heap}", piles, may_pass)
        piles[i] = heap
    if may_pass and any(heap > 0 for heap in piles):
        yield move("pass", piles, False)


def claim(piles, may_pass):
    total = int(may_pass)
    for heap in piles:
        total ^= heap
    return total != 0
