def start():
    yield 5, 2


def moves(a, b):
    if a > b:
        yield b, a - b


def show(a, b):
    return f"{"one" if a == 1 else "many"} {b}"
