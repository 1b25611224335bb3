# Mock Turtles (Winning Ways): a row of coins. A move turns one, two or three
# coins, the rightmost of them from heads to tails. A player who cannot move
# loses.
#
# Every coin that shows heads is a component, and the Grundy value of coin i is
# 2i or 2i + 1, whichever has an odd number of ones in binary. A position is the
# set of heads; the components have one head each.
from kibitz import move, popcount

coins = 12
heads = 0b101101110001
claim_of = "grundy"


def start():
    assert 0 <= heads < 1 << coins
    yield heads


def split(row):
    for coin in range(coins):
        if row >> coin & 1:
            yield 1 << coin


def moves(row):
    coin = 0
    while row >> coin > 1:
        coin += 1
    yield move(f"turn {coin}", 0)
    for a in range(coin):
        yield move(f"turn {a} and {coin}", 1 << a)
        for b in range(a):
            yield move(f"turn {b}, {a} and {coin}", 1 << a | 1 << b)


def claim(row):
    value = 2 * (popcount(row - 1))  # row is 1 << coin, so row - 1 has that many ones
    return value if popcount(value) % 2 == 1 else value + 1


def show(row):
    return "".join("H" if row >> coin & 1 else "T" for coin in range(coins))
