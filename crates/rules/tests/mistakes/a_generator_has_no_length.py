# CPython has no length of a generator.
def start():
    yield 6


def halves(n):
    yield n // 2


def moves(n):
    if n >= len(halves(n)):
        yield n - 1
