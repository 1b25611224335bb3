"""Silver dollar game without the dollar: coins slide left, no jumping."""
from kibitz import move

COINS = (2, 3, 7, 11)


def start():
    return COINS


def moves(coins):
    previous = (-1,) + coins
    for i, (wall, coin) in enumerate(zip(previous, coins)):
        for new in range(wall + 1, coin):
            yield move(f"{coin} -> {new}", coins[:i] + (new,) + coins[i + 1:])


def show(coins):
    return "".join("o" if i in coins else "_" for i in range(max(coins) + 1))
