# Col (Colin Vout): the players paint the countries of a map, Left blue, Right
# red; countries that touch may not have the same colour. A player who cannot
# paint loses.
#
# The map is given by the neighbours of each country: a wheel of five around one.
from kibitz import move

borders = [
    [1, 2, 3, 4, 5],
    [0, 2, 5],
    [0, 1, 3],
    [0, 2, 4],
    [0, 3, 5],
    [0, 4, 1],
]


def start():
    yield [0] * len(borders)


def free(colours, country, colour):
    if colours[country] != 0:
        return False
    return all(colours[near] != colour for near in borders[country])


def left(colours):
    for country in range(len(borders)):
        if free(colours, country, 1):
            painted = colours.copy()
            painted[country] = 1
            yield move(f"{country} blue", painted)


def right(colours):
    for country in range(len(borders)):
        if free(colours, country, 2):
            painted = colours.copy()
            painted[country] = 2
            yield move(f"{country} red", painted)
