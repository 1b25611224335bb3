# Nim (Bouton 1901): take any number of matches from one heap; the player who
# takes the last match wins.
#
# Several yields of `start` are a sum of independent components: a heap of n
# matches has the Grundy value n, and the mover wins unless the exclusive or of
# all heaps is 0. Here 3 ^ 5 ^ 7 = 1.
from kibitz import move

heaps = [3, 5, 7]
claim_of = "grundy"

# The contest (Luogu P2197).
input = "T cases / n / heaps[n]"
limits = {"n": "1..10000", "heaps": "0..10000"}
answer = {"win": "Yes", "loss": "No"}


def start():
    for heap in heaps:
        yield heap


def moves(heap):
    for k in range(1, heap + 1):
        yield move(f"take {k} of {heap}", heap - k)


def claim(heap):
    return heap
