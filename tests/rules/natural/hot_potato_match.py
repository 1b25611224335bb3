"""The state of a potato: each move cools it or passes it on; who holds it cold loses."""


def name(heat):
    match heat:
        case 0:
            return "cold"
        case h if h < 3:
            return "warm"
        case 3 | 4:
            return "hot"
        case _:
            return "burning"


def start():
    yield 6, 2


def moves(heat, passes):
    match name(heat):
        case "cold":
            return
        case "burning":
            yield heat - 2, passes
        case "hot" if passes > 0:
            yield heat, passes - 1
            yield heat - 1, passes
        case kind if kind in ("warm", "hot"):
            yield heat - 1, passes
            if passes:
                yield heat - 1, passes - 1


def over(heat, passes):
    if name(heat) == "cold":
        return -1
