# Codeforces 1537D: subtract a divisor of n that is neither 1 nor n
from kibitz import move
n = 360


def start():
    return n


def divisors(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            yield d
            if d != n // d:
                yield n // d
        d += 1


def moves(n):
    for d in divisors(n):
        yield move(f"{n} - {d}", n - d)
