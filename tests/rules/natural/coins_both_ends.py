"""Take a coin from either end of a row; more coins win."""
coins = (4, 1, 7, 3, 2, 6)


def start():
    yield 0, len(coins), 0


def moves(lo, hi, lead):
    if lo < hi:
        for coin, rest in [(coins[lo], (lo + 1, hi)), (coins[hi - 1], (lo, hi - 1))]:
            a, b = rest
            yield a, b, -(lead + coin)


def over(lo, hi, lead):
    if lo == hi:
        return (lead > 0) - (lead < 0)
