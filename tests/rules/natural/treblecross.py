"""Treblecross (octal game 0.007): first to get three X in a row wins."""
n = 11


def start():
    return ["."] * n


def moves(strip):
    for i, cell in enumerate(strip):
        if cell == ".":
            copy = strip.copy()
            copy[i] = "X"
            yield copy


def over(strip):
    return -1 if "XXX" in "".join(strip) else None
