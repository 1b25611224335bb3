# Game of Cards: discard, then take as many as the next card says.
#
# Piles of cards, each card with a number. A move picks a pile, discards 0 to
# `k` cards from its top but not the whole pile, looks at the number x of the
# card now on top and takes x cards, that one first. It needs at least x cards.
# A player who cannot move loses.
#
# A pile never changes below its top, so it is represented by its number and its
# height.
from kibitz import move

k = 2
piles = [[1, 1, 1], [2, 1, 1], [3, 1, 2, 2, 1]]  # each from the bottom to the top

# The contest: a pile is its height and its cards.
input = "cases until EOF / n k / piles[n][*]"
limits = {"n": "1..100", "k": "1..10", "piles[*]": "1..1000", "piles": "1..10"}
answer = {"win": "Alice can win.", "loss": "Bob will win."}


def start():
    for pile, cards in enumerate(piles):
        yield pile, len(cards)


def moves(pile, height):
    for discarded in range(k + 1):
        rest = height - discarded
        if rest <= 0:
            return
        taken = piles[pile][rest - 1]
        if taken <= rest:
            yield move(f"discard {discarded}, take {taken}", pile, rest - taken)


def show(pile, height):
    return " ".join(str(card) for card in piles[pile][:height])
