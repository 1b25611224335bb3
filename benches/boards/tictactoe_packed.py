# Tic-tac-toe: the marks of both players are bits of two numbers.
LINES = [7, 56, 448, 73, 146, 292, 273, 84]


def start():
    yield 0, 0


def moves(me, opp):
    for cell in range(9):
        if (me | opp) >> cell & 1 == 0:
            yield opp, me | 1 << cell


def over(me, opp):
    if any(opp & line == line for line in LINES):
        return -1
    return 0 if me | opp == 511 else None
