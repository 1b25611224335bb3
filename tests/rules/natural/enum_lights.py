"""Switch lamps off; the state of a lamp is an IntEnum."""
from enum import IntEnum


class Lamp(IntEnum):
    OFF = 0
    ON = 1


def start():
    yield [Lamp.ON] * 5


def moves(lamps):
    for i in range(len(lamps)):
        if lamps[i] == Lamp.ON:
            new = lamps[:]
            new[i] = Lamp.OFF
            if i + 1 < len(new) and new[i + 1] == Lamp.ON:
                new[i + 1] = Lamp.OFF
            yield new
