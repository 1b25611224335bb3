def largest(a, b):
    return gcd(a, b)


n = largest(12, 18)

from math import gcd


def start():
    yield 5, 2


def moves(a, b):
    if a > b:
        yield b, a - b
