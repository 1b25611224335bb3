# Split one heap into two or more smaller heaps of different sizes; a player who cannot loses.


def partitions(n, largest):
    if n == 0:
        yield ()
        return
    for k in range(min(n, largest), 0, -1):
        for rest in partitions(n - k, k - 1):
            yield (k,) + rest


def start():
    yield (9,)


def moves(heaps):
    for i, heap in enumerate(heaps):
        for parts in partitions(heap, heap):
            if len(parts) > 1:
                yield tuple(sorted(heaps[:i] + parts + heaps[i + 1 :]))
