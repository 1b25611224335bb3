STEPS = [lambda n: n - 1, lambda n: n // 2]


def after(n, steps):
    return [step(n) for step in steps]


def start():
    yield 5


def moves(left):
    if left > 0:
        yield from after(left, STEPS)
