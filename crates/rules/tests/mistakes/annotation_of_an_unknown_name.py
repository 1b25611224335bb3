def start():
    yield 5


def moves(a: Count):
    if a > 0:
        yield a - 1
