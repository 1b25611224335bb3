from typing import NamedTuple


class Heap(NamedTuple):
    size: int

    def halved(self):
        return Heap(self.size // 2)


class Row(NamedTuple):
    size: int


def start():
    yield Row(5)


def moves(row):
    if row.size:
        yield row.halved()
