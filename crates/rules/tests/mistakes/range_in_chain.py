def start():
    yield 3


def moves(n):
    if n in range(5) == [1]:
        yield n - 1
