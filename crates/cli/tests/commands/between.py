# Take at least p and at most q matches; a player who cannot take loses.
n = 20
p = 2
q = 5


def start():
    assert p <= q, "some number can be taken"
    yield n, p, q


def moves(left, least, most):
    for k in range(least, min(left, most) + 1):
        yield left - k, least, most
