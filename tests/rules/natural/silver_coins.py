"""Coins on a strip, as a sorted tuple; a coin moves left without jumping."""


def start():
    yield (2, 4, 7)


def moves(coins):
    previous = -1
    for i, c in enumerate(coins):
        for to in range(previous + 1, c):
            yield coins[:i] + (to,) + coins[i + 1:]
        previous = c
