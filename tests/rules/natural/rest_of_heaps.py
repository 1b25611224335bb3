# Take from the first of several heaps as many counters as there are other heaps, or fewer.
def start():
    yield 5, 4, 3


def others(first, *rest):
    return len(rest) + count(*rest)


def count(*heaps):
    return sum(1 for heap in heaps if heap)


def moves(a, b, c):
    for taken in range(1, others(a, b, c)):
        if taken <= a:
            yield b, c, a - taken
