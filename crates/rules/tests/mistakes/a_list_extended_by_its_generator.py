def doubled(xs):
    for x in xs:
        if x < 50:
            yield 2 * x


def start():
    yield 3


def moves(n):
    xs = [1, n]
    xs.extend(doubled(xs))
    if n:
        yield n - 1
