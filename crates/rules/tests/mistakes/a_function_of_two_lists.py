DOWN = [lambda n: n - 1]
HALF = [lambda n: n // 2]


def start():
    yield 5


def moves(left):
    if left > 0:
        for step in DOWN:
            yield step(left)
        for step in HALF:
            yield step(left)
