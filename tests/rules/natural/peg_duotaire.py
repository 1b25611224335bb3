"""Peg duotaire (Moore and Eppstein): hop pegs on a line, double hops allowed; regex free."""
from typing import Generator
from kibitz import move

line = "1101011011"


def hops(state: str, once: bool = True) -> Generator[str, None, None]:
    for pattern, result in (("110", "001"), ("011", "100")):
        start_at = 0
        while (i := state.find(pattern, start_at)) >= 0:
            yield state[:i] + result + state[i + len(pattern):]
            start_at = i + 1


def start():
    yield line.strip("0")


def moves(state):
    results = {s.strip("0") for s in hops(state)}
    for s in sorted(results, key=lambda s: (len(s), s)):
        yield move(s, s)
