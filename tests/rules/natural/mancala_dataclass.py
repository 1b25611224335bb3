"""A tiny sowing game with a frozen dataclass."""
from dataclasses import dataclass


@dataclass(frozen=True)
class Config:
    pits: int
    seeds: int


config = Config(pits=2, seeds=2)


def start():
    yield [config.seeds] * config.pits, [config.seeds] * config.pits


def moves(mine, theirs):
    for i in range(config.pits):
        if mine[i]:
            ring = mine + theirs
            hand, ring[i] = ring[i], 0
            for k in range(1, hand + 1):
                ring[(i + k) % len(ring)] += 1
            if ring[(i + hand) % len(ring)] == 1:
                ring[(i + hand) % len(ring)] = 0
            yield ring[config.pits:], ring[:config.pits]


def over(mine, theirs):
    if not any(mine):
        return -1
