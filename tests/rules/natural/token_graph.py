"""Two tokens on a small graph with a dict of ints."""
EDGES = {0: (1, 2), 1: (3,), 2: (3, 4), 3: (5,), 4: (5,), 5: ()}


def start():
    yield 0, 0


def moves(a, b):
    for to in EDGES[a]:
        yield to, b
    for to in EDGES.get(b, ()):
        yield a, to
