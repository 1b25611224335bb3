"""Two runners on a ring of lights; members of enumerations with methods."""

import typing as t
from enum import Enum, IntEnum
from itertools import product

Place = t.NewType("Place", int)


class Way(Enum):
    LEFT = (-1, "l")
    RIGHT = (1, "r")

    def other(self):
        return Way.RIGHT if self is Way.LEFT else Way.LEFT

    @property
    def step(self) -> int:
        return self.value[0]


class Light(IntEnum):
    OFF = 0
    DIM = 2
    ON = 5


class Rules:
    TAKES = (1, 2)
    SIZE = 5


def start():
    yield Place(0), Light.ON, Way.LEFT


def after(place: Place, way: Way, take: int) -> Place:
    return Place((place + way.step * take) % Rules.SIZE)


def moves(place: t.Optional[int], light, way):
    for take, other in product(Rules.TAKES, Way):
        if light > Light.OFF and (take == 2 or other is not way):
            yield after(place, other, take), sorted(Light)[list(Light).index(light) - 1], other.other()
    if light == Light(2):
        yield Place(place), Light["OFF"], Way((1, "r"))


def over(place, light, way):
    if light == Light.OFF and place in Rules.TAKES:
        return 1
    if len(Way) == 2 and way is Way.RIGHT and place == 4:
        return -1
    return None
