"""Toads and frogs on a strip of characters; left moves toads, right frogs."""


def start():
    yield list("TT__FF")


def hop(strip, who, step):
    n = len(strip)
    for i, c in enumerate(strip):
        if c != who:
            continue
        for d in (step, 2 * step):
            j = i + d
            if 0 <= j < n and strip[j] == "_" and (d == step or strip[i + step] not in (who, "_")):
                new = strip[:]
                new[i], new[j] = "_", who
                yield new


def left(strip):
    yield from hop(strip, "T", 1)


def right(strip):
    yield from hop(strip, "F", -1)
