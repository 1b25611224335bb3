"""Kayles on a row of pins written as text."""


def start():
    yield "|||||||"


def moves(pins):
    for i, pin in enumerate(pins):
        if pin == "|":
            yield pins[:i] + "." + pins[i + 1:]
            if pins[i:i + 2] == "||":
                yield pins[:i] + ".." + pins[i + 2:]
