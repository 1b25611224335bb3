def take(n):
    return lambda heap: heap - n


def start():
    yield 5


def moves(left):
    if left > 1:
        yield take(2)(left)
