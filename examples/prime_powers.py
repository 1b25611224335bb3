# Take a prime power: from a heap take 1, or any power of a prime; a player who
# cannot take loses.
#
# No multiple of 6 is a power of a prime, but 1 to 5 are. So every move from a
# multiple of 6 leaves another number, from which the rest modulo 6 can be
# taken: multiples of 6 are lost.
from math import gcd

from kibitz import move

n = 200


def is_prime_power(number):
    """True for 1 and for powers of one prime."""
    if number == 1:
        return True
    divisor = 2
    while number % divisor != 0:
        divisor += 1
    while gcd(number, divisor) > 1:
        number //= divisor
    return number == 1


POWERS = [k for k in range(1, n + 1) if is_prime_power(k)]


def start():
    yield n


def moves(heap):
    for k in POWERS:
        if k > heap:
            break
        yield move(f"take {k}", heap - k)


def claim(heap):
    return heap % 6 != 0
