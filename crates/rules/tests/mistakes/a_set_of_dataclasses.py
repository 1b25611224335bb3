from dataclasses import dataclass


@dataclass(frozen=True)
class Spot:
    row: int
    col: int


def start():
    yield 5


def moves(left):
    if Spot(left, 1) in {Spot(1, 1), Spot(2, 2)}:
        yield left - 1
