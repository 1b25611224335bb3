from dataclasses import dataclass


@dataclass(frozen=True)
class Heap:
    size: int

    def halved(self):
        return Heap(self.size // 2)


def start():
    yield Heap(5)


def moves(heap):
    if heap.size:
        yield heap.halved()
