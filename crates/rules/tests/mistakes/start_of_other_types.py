def start():
    yield [1, 2]
    yield (1, 2)


def moves(heaps):
    yield heaps
