def growing():
    s = set()
    for i in range(3):
        s.add(i)
        yield s


def start():
    yield 3


def moves(n):
    for s in growing():
        if n > len(s):
            yield n - len(s)
