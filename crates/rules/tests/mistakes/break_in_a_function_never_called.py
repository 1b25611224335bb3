def start():
    yield 5, 2


def moves(a, b):
    if a > b:
        yield b, a - b


def never_called(n):
    if n > 3:
        break
    return n
