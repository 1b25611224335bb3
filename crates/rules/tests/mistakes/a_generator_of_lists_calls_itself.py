def paths(path, left):
    if left == 0:
        yield path
    for step in (1, 2):
        path.append(step)
        yield from paths(path, left - 1)
        path.pop()


def start():
    yield 3


def moves(n):
    for path in paths([], n):
        yield n - sum(path)
