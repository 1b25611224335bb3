from typing import NamedTuple


class Heap(NamedTuple):
    size: int


class Row(NamedTuple):
    cells: int

    def size(self):
        return self.cells


def start():
    yield Heap(5)


def moves(heap):
    if heap.size:
        yield Heap(heap.size - 1)
