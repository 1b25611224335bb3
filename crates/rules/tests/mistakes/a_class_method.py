from dataclasses import dataclass


@dataclass(frozen=True)
class Heap:
    size: int

    @classmethod
    def of(cls, size):
        return cls(size // 2)


def start():
    yield Heap(5)


def moves(heap):
    if heap.size:
        yield Heap.of(heap.size)
