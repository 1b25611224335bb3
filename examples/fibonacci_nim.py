# Fibonacci Nim (Robert Gaskell, Whinihan 1963): take at least one match, at
# most twice as many as the opponent has just taken, and not all at first. The
# player who takes the last match wins.
#
# Every number is a sum of Fibonacci numbers no two of which are neighbours
# (Zeckendorf). The mover wins if the least of them may be taken; so the start
# is lost if n is a Fibonacci number.
from kibitz import move

n = 60
cycles = "error"  # a game with a cycle would be refused


def start():
    assert n >= 2, "with one match nothing can be taken at first"
    yield n, n - 1


def moves(left, most):
    for k in range(1, min(left, most) + 1):
        yield move(f"take {k}", left - k, 2 * k)


def least_part(number):
    """The least Fibonacci number in the sum."""
    while True:
        a, b = 1, 2
        while b <= number:
            a, b = b, a + b
        if a == number:
            return a
        number -= a


def claim(left, most):
    return left > 0 and least_part(left) <= most
