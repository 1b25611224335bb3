"""A greedy opponent: the reply is the largest allowed number, found with None."""


def largest(left, banned):
    best = None
    for k in (1, 2, 4):
        if k <= left and k != banned:
            if best is None or k > best:
                best = k
    return best


def start():
    yield 17, 0


def moves(left, banned):
    best = largest(left, banned)
    if best is None:
        return
    yield left - best, best
    if best > 1:
        yield left - 1, 1
