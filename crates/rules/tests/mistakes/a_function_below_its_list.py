STEPS = [less]


def less(n):
    return n - 1


def start():
    yield 5


def moves(left):
    for step in STEPS:
        yield step(left)
