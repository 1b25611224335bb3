n = 5


def start():
    yield n


def moves(left):
    seen = set()
    other = seen
    seen.add(left)
    yield len(other)
