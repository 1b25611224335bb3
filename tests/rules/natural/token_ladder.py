"""Tokens climb a ladder; a token that meets another sends it down."""


def start():
    yield [0, 0, 2], 0


def position_of(tokens, rung):
    try:
        return tokens.index(rung + 1)
    except ValueError:
        return -1


def moves(tokens, turn):
    for i, rung in enumerate(tokens):
        if rung >= 4:
            continue
        after = tokens[:]
        met = position_of(tokens, rung)
        after[i] += 1
        if met >= 0 and met != i:
            after[met] = max(0, after[met] - 1) if turn % 3 == 2 else after[met]
        if sum(after) > sum(tokens) and turn < 9:
            yield after, turn + 1
