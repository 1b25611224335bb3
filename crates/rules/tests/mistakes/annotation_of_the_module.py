most: List[int] = [1, 2]


def start():
    yield 5


def moves(a):
    if a > 0:
        yield a - 1
