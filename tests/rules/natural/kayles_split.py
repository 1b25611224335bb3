"""Kayles: a row falls apart into rows, which are solved one by one."""
from typing import Iterator

n = 12


def start() -> Iterator[tuple[int, ...]]:
    yield (n,)


def moves(rows: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    for i, row in enumerate(rows):
        for taken in (1, 2):
            for left in range(row - taken + 1):
                pair = left, row - taken - left
                yield rows[:i] + pair + rows[i + 1:]


def split(rows: tuple[int, ...]):
    for row in rows:
        if row > 0:
            yield (row,)
