"""Fox and hounds on a 4x4 board (dark squares only)."""
from typing import NamedTuple, Optional

SIZE = 4


class Position(NamedTuple):
    fox: tuple[int, int]
    hounds: tuple[tuple[int, int], ...]
    fox_to_move: bool

    def is_free(self, square):
        r, c = square
        return 0 <= r < SIZE and 0 <= c < SIZE and square != self.fox and square not in self.hounds


def start() -> Position:
    return Position((SIZE - 1, 0), tuple((0, c) for c in range(1, SIZE, 2)), True)


def moves(p: Position):
    if p.fox_to_move:
        r, c = p.fox
        for square in [(r + 1, c + 1), (r + 1, c - 1), (r - 1, c + 1), (r - 1, c - 1)]:
            if p.is_free(square):
                yield p._replace(fox=square, fox_to_move=False)
    else:
        for hound in p.hounds:
            for dc in (-1, 1):
                square = (hound[0] + 1, hound[1] + dc)
                if p.is_free(square):
                    others = [h for h in p.hounds if h != hound]
                    yield p._replace(hounds=tuple(sorted(others + [square])), fox_to_move=True)


def over(p: Position) -> Optional[str]:
    if p.fox[0] == 0:
        return 1 if p.fox_to_move else -1
    return None
