"""Traffic lights: a light goes from red to yellow to green to off; who cannot switch loses."""
from enum import IntEnum, auto


class Light(IntEnum):
    """The states of a light."""

    OFF = 0
    RED = auto()
    YELLOW = auto()
    GREEN = 7


def following(light):
    match light:
        case Light.RED:
            return Light.YELLOW
        case Light.YELLOW | Light.GREEN:
            return Light.OFF
    return Light.GREEN


def start():
    yield [Light.RED for light in Light]


def moves(lights):
    for i, light in enumerate(lights):
        if light != Light.OFF and light in [Light.RED, Light.YELLOW]:
            yield lights[:i] + [following(light)] + lights[i + 1:]


def claim(lights):
    return sum(Light.GREEN.value - light for light in Light) > 100
