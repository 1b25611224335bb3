"""Place queens that do not attack each other; the last to place wins."""
n = 4


def start():
    yield ()


def attacks(p, q):
    (r1, c1), (r2, c2) = p, q
    return r1 == r2 or c1 == c2 or abs(r1 - r2) == abs(c1 - c2)


def moves(queens):
    for r in range(n):
        for c in range(n):
            if not any(attacks((r, c), q) for q in queens):
                yield tuple(sorted(queens + ((r, c),)))
