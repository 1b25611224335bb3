# Rich and poor: a move takes one or two coins from the richest purse, or gives
# one coin from the richest to the poorest if that does not become the richer of
# the two. A player who cannot move loses.
#
# The order of the purses does not matter: `canon` sorts them, the richest first.
from kibitz import move

purses = [6, 3, 1]


def start():
    yield purses


def canon(coins):
    return sorted(coins, reverse=True)


def moves(coins):
    rich = max(range(len(coins)), key=lambda i: coins[i])
    poor = min(range(len(coins)), key=lambda i: coins[i])
    for taken in [1, 2]:
        if coins[rich] >= taken:
            after = coins.copy()
            after[rich] -= taken
            yield move(f"take {taken} of {coins[rich]}", after)
    if coins[rich] - coins[poor] >= 2:
        after = coins.copy()
        after[rich] -= 1
        after[poor] += 1
        yield move(f"{coins[rich]} gives to {coins[poor]}", after)
