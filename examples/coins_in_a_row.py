# Coins in a row: take the coin at either end; the player with more money wins.
#
# Known (Winkler, Mathematical Puzzles): with an even number of coins the first
# player does not lose, because one of the two colours of a chequered row is worth
# at least as much as the other, and the first player can take all of it.
from kibitz import move, points

play = "score"
coins = [4, 2, 7, 9, 5, 2]


def start():
    yield 0, len(coins)


def moves(left, right):
    if left < right:
        yield move("left", points(coins[left], left + 1, right))
        yield move("right", points(coins[right - 1], left, right - 1))


def show(left, right):
    return " ".join(str(coin) for coin in coins[left:right])


claim_of = "outcome"


def claim(left, right):
    """Wrong: what is worth most is not always at an end."""
    if left == right:
        return 0
    return 1 if (right - left) % 2 == 0 or right - left == 1 else -1
