# The silver dollar game without a dollar (de Bruijn): coins on a strip, at most
# one on a cell. A move slides one coin to the left over free cells, not onto or
# past another coin. A player who cannot move loses.
#
# Pair the coins from the right: only the gaps inside the pairs count, as heaps
# of Nim. A coin left over is paired with the end of the strip.
from kibitz import move

coins = [2, 5, 8, 12]


def start():
    yield coins


def moves(places):
    for i in range(len(places)):
        least = places[i - 1] + 1 if i > 0 else 0
        for to in range(least, places[i]):
            after = places[:]
            after[i] = to
            yield move(f"{places[i]} to {to}", after)


def claim(places):
    ends = [-1] + places if len(places) % 2 == 1 else places
    total = 0
    for right, left in zip(ends[::-2], ends[-2::-2]):
        total ^= right - left - 1
    return total != 0


def show(places):
    strip = [0] * (max(places) + 1)
    for place in places:
        strip[place] = 1
    return "".join("o" if coin else "." for coin in strip)
