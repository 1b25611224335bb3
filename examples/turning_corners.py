# Turning Corners (Conway): coins on a board. A move turns the four corners of a
# rectangle, of which the one farthest from the top left goes from heads to
# tails. A player who cannot move loses.
#
# Every head is a component: the one in row x and column y has as Grundy value
# the nim-product of x and y.
from kibitz import grid, move

n = 5
claim_of = "grundy"


def start():
    yield 1 << (n - 1) * n + n - 1


def split(heads):
    for coin in range(n * n):
        if heads >> coin & 1:
            yield 1 << coin


def place(heads):
    """Row and column of the only head."""
    coin = 0
    while heads >> coin > 1:
        coin += 1
    return divmod(coin, n)


def moves(heads):
    x, y = place(heads)
    for a in range(x):
        for b in range(y):
            yield move(f"to {a}, {b}", 1 << a * n + b | 1 << a * n + y | 1 << x * n + b)


def product(x, y):
    """The nim-product, by its definition: the least number not excluded."""
    excluded = [product(a, y) ^ product(x, b) ^ product(a, b) for a in range(x) for b in range(y)]
    least = 0
    while least in excluded:
        least += 1
    return least


def claim(heads):
    x, y = place(heads)
    return product(x, y)


def show(heads):
    return grid(n, n, heads, ".H")
