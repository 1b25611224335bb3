from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True)
class P:
    size: ClassVar[int] = 8
    x: int = 0


def start():
    yield P(5)


def moves(p):
    if p.x:
        yield P(p.x - 1)
