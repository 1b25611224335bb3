def start():
    yield 3


def moves(n):
    seen = []
    if any(seen.append(k) for k in {1, 2, n}):
        yield n - 1
    yield sum(seen)
