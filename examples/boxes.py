# Game (HDU 3389): cards move down a staircase of boxes.
#
# Boxes 1, 2, 3, … hold cards. A move takes one or more cards from box a to a box
# b below it, where a + b is odd and divisible by 3. The last player to move wins.
#
# a + b is 3 modulo 6, so cards stay among the boxes whose number is 0 or 3, 1
# or 2, 4 or 5 modulo 6: three games that do not touch each other.
from kibitz import move

boxes = [1, 3, 3, 2, 2, 1, 2]

# The contest has up to 10,000 boxes of up to 100 cards. The rules do not say that only some
# boxes count, so positions are enumerated: these limits are what that answers in milliseconds.
input = "T cases / n / boxes[n]"
limits = {"n": "1..12", "boxes": "0..9"}
answer = {"win": "Case {i}: Alice", "loss": "Case {i}: Bob"}


def start():
    yield boxes


def split(cards):
    for family in [[0, 3], [1, 2], [4, 5]]:
        part = [held if (i + 1) % 6 in family else 0 for i, held in enumerate(cards)]
        if sum(part) > 0:
            yield part


def moves(cards):
    for a in range(2, len(cards) + 1):
        for b in range(1, a):
            if (a + b) % 6 == 3:
                for count in range(1, cards[a - 1] + 1):
                    after = cards.copy()
                    after[a - 1] -= count
                    after[b - 1] += count
                    yield move(f"{count}: {a}>{b}", after)


def claim(cards):
    """Staircase Nim: only boxes an odd number of steps from the bottom count."""
    total = 0
    for i, held in enumerate(cards):
        if (i + 1) % 6 in [0, 2, 5]:
            total ^= held
    return total != 0
