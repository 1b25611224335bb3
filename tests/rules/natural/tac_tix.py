"""Tac Tix (Piet Hein): remove adjacent counters in one row or column; last one loses."""

n = 3
play = "misere"


def segments():
    for line in range(n):
        for a in range(n):
            for b in range(a + 1, n + 1):
                yield frozenset((line, x) for x in range(a, b))
                yield frozenset((x, line) for x in range(a, b))


SEGMENTS = list(set(segments()))


def start():
    return frozenset((r, c) for r in range(n) for c in range(n))


def moves(counters):
    for s in SEGMENTS:
        if s.issubset(counters):
            yield counters.difference(s)


def show(counters):
    rows = []
    for r in range(n):
        rows.append(" ".join("o" if (r, c) in counters else "." for c in range(n)))
    return "\n".join(rows)
