"""A ladder: go to the next rung in the list, or jump two; with try."""
RUNGS = [0, 2, 3, 5, 8, 13]


def start():
    yield 13


def below(x):
    try:
        i = RUNGS.index(x)
    except ValueError:
        return []
    return RUNGS[max(0, i - 2):i]


def moves(x):
    for y in below(x):
        yield y
