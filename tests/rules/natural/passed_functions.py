"""Tokens on a strip: each player has a rule for the cells that a token may reach."""

LENGTH = 6


def walk(cells, token, may_enter):
    """The cells that a token can reach, one after the other."""
    for cell in range(token + 1, LENGTH):
        if cell in cells or not may_enter(cell):
            return
        yield cell


def count(cells, turn, accept=lambda cell: True):
    return sum(1 for token in cells for cell in walk(cells, token, lambda c: accept(c) and c % 3 != turn))


def best(options, worth):
    top = options[0]
    for option in options:
        if worth(option) > worth(top):
            top = option
    return top


def start():
    yield (0, 2), 1


def moves(cells, turn):
    limit = LENGTH - turn
    reached = []
    for token in cells:
        for cell in walk(cells, token, lambda c: c < limit and c not in reached):
            reached.append(cell)
            yield tuple(sorted(set(cells) - {token} | {cell})), 3 - turn
    if count(cells, turn) > 3:
        token = best(cells, worth=lambda t: -abs(t - turn))
        if token + 1 < LENGTH and token + 1 not in cells:
            yield tuple(sorted(set(cells) - {token} | {token + 1})), turn


def over(cells, turn):
    if count(cells, turn, lambda cell: cell > 1) == 0:
        return -1
    return None
