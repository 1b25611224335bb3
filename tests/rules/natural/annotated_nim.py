"""Nim with annotations and a future import."""
from __future__ import annotations

from typing import Iterator, List, Optional

heaps: List[int] = [3, 4, 5]


def start() -> Iterator[list[int]]:
    yield heaps


def moves(piles: List[int]) -> Iterator[List[int]]:
    for i, pile in enumerate(piles):
        for left in range(pile):
            yield [left if j == i else p for j, p in enumerate(piles)]


def over(piles: List[int]) -> Optional[int]:
    return None if any(piles) else -1
