"""Nim with a bank of passes."""
from typing import Generator, Tuple

Position = Tuple[int, int, int]


def start() -> Generator[Position, None, None]:
    yield 4, 3, 1


def moves(a: int, b: int, passes: int) -> Generator[Position, None, None]:
    if passes and (a or b):
        yield a, b, passes - 1
    for k in range(a):
        yield k, b, passes
    for k in range(b):
        yield a, k, passes
