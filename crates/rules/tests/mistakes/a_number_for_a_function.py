def after(n, step):
    return step(n)


def start():
    yield 5


def moves(left):
    if left > 0:
        yield after(left, 1)
