from kibitz import move
from collections import Counter

# The card game of thirty-one with fewer cards: do not exceed the goal.
goal = 22
copies = 3
HIGHEST = 4


def start():
    cards = Counter({value: copies for value in range(1, HIGHEST + 1)})
    return tuple(sorted(cards.items())), 0


def moves(cards, total):
    deck = Counter(dict(cards))
    for value, count in cards:
        if count > 0 and total + value <= goal:
            deck[value] -= 1
            yield move(f"card {value}", (tuple(sorted(deck.items())), total + value))
            deck[value] += 1


def show(cards, total):
    return " ".join(f"{v}x{c}" for v, c in cards) + f" total {total}"
