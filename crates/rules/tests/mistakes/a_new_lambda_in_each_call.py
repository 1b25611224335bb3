def grow(n, step):
    return step(n) if n < 3 else grow(n - 1, lambda k: step(k) - 1)


def start():
    yield 5


def moves(left):
    if left > 0:
        yield grow(left, lambda k: k - 1)
