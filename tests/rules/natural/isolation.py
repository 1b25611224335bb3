from dataclasses import dataclass
from typing import FrozenSet, Iterator, Tuple

"""Isolation: move like a king, the square you leave collapses."""

Square = Tuple[int, int]
ROWS, COLS = 3, 3


@dataclass(frozen=True)
class Board:
    me: Square
    other: Square
    gone: FrozenSet[Square]

    def free(self, square: Square) -> bool:
        r, c = square
        return (0 <= r < ROWS and 0 <= c < COLS
                and square not in self.gone and square != self.other)


def start() -> Board:
    return Board((0, 1), (ROWS - 1, 1), frozenset())


def moves(board: Board) -> Iterator[Board]:
    r, c = board.me
    for dr in (-1, 0, 1):
        for dc in (-1, 0, 1):
            target = (r + dr, c + dc)
            if target != board.me and board.free(target):
                yield Board(me=board.other, other=target, gone=board.gone | {board.me})
