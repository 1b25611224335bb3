# Wythoff's game (1907): take any number from one of two heaps, or the same
# number from both; a player who cannot take loses.
#
# The lost positions are (k * phi, k * phi + k), rounded down, with the golden
# ratio phi = (1 + sqrt(5)) / 2, for k = 0, 1, 2, …
from math import isqrt

from kibitz import move

a = 20
b = 30


def start():
    yield a, b


def canon(small, large):
    return (small, large) if small <= large else (large, small)


def moves(small, large):
    for k in range(1, small + 1):
        yield move(f"{k} from both", small - k, large - k)
        yield move(f"{k} from the smaller", small - k, large)
    for k in range(1, large + 1):
        yield move(f"{k} from the larger", small, large - k)


def claim(small, large):
    k = large - small
    return small != (k + isqrt(5 * k * k)) // 2
