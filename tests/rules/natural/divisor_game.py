"""LeetCode 1025: subtract a proper divisor."""


def divisors(n):
    for d in range(1, n):
        if n % d == 0:
            yield d


def start():
    yield 30


def moves(n):
    for d in divisors(n):
        yield n - d


def claim(n):
    return n % 2 == 0
