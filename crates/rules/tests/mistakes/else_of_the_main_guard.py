if __name__ == "__main__":
    n = 3
else:
    n = 4


def start():
    yield 5, 2


def moves(a, b):
    if a > b:
        yield b, a - b
