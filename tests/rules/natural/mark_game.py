from kibitz import move
from enum import IntEnum

# Mark: take one stone, or halve the heap (rounding down). Two heaps.


class Action(IntEnum):
    DECREMENT = 1
    HALVE = 2


def apply(action: Action, n: int) -> int:
    match action:
        case Action.DECREMENT:
            return n - 1
        case Action.HALVE:
            return n // 2
        case _:
            raise ValueError(action)


def start() -> tuple[int, int]:
    return 20, 13


def moves(a: int, b: int):
    for action in Action:
        if a > 0:
            yield move(f"{action.name} first", (apply(action, a), b))
        if b > 0:
            yield move(f"{action.name} second", (a, apply(action, b)))
