def start():
    yield [1, 2]


def size(*parts):
    return len(parts)


def moves(h):
    for x in map(size, h):
        if x > 5:
            yield h
