def start():
    yield 7


def moves(n):
    k = 0

    def options(depth):
        yield k
        if depth:
            yield from options(depth - 1)

    for option in options(2):
        k += 1
        if n > k:
            yield option
