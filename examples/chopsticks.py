# Chopsticks, similar to numbers.py: both players have two hands with one finger
# each. A move taps a living hand of the opponent's with a hand of their own,
# which adds its fingers to it, modulo `fingers`; 0 is a dead hand. Or it moves
# fingers from one own hand to the other, so that the two numbers change, and
# neither hand dies. A player with two dead hands loses.
from kibitz import move

fingers = 5


def start():
    yield 1, 1, 1, 1


def canon(a, b, c, d):
    """The order of a player's hands does not matter."""
    return min(a, b), max(a, b), min(c, d), max(c, d)


def over(a, b, c, d):
    if a == b == 0:
        return -1
    return 1 if c == d == 0 else None


def moves(a, b, c, d):
    for tapping in [a, b]:
        for tapped, other in [(c, d), (d, c)]:
            if tapping > 0 and tapped > 0:
                yield move(f"{tapping} taps {tapped}", other, (tapped + tapping) % fingers, a, b)
    for one in range(1, fingers):
        two = a + b - one
        if one <= two < fingers and one not in [a, b]:
            yield move(f"{a}, {b} become {one}, {two}", c, d, one, two)
