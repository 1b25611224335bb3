"""Each player has a hand of cards; the higher card takes the trick."""


def start():
    yield (1, 3, 5), (2, 4, 6), None, 0


def moves(hand, other, led, lead):
    for card in hand:
        rest = tuple(c for c in hand if c != card)
        if led is None:
            yield other, rest, card, -lead
        elif card > led:
            yield other, rest, None, -(lead + 1)
        else:
            yield other, rest, None, -(lead - 1)


def over(hand, other, led, lead):
    if not hand and not other and led is None:
        return (lead > 0) - (lead < 0)
