def start():
    yield 5


def moves(left):
    seen = {1: "a"}
    seen["b"] = left
    yield left - 1
