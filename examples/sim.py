# Sim (Gustavus Simmons 1969): dots in a circle, every two of them joined by a
# line. Players colour a line each in turn; a player who makes a triangle of
# their own colour loses.
#
# Five dots can end in a tie. With six dots there is always a triangle (Ramsey),
# and the second player wins: `--set dots=6`.
from kibitz import move

dots = 5
PAIRS = [(a, b) for b in range(dots) for a in range(b)]


def line(a, b):
    """The set of one line, from dot a to a later dot b."""
    return 1 << (b * (b - 1) // 2 + a)


TRIANGLES = [
    line(a, b) | line(a, c) | line(b, c) for c in range(dots) for b in range(c) for a in range(b)
]


def start():
    yield 0, 0


def over(me, opp):
    for triangle in TRIANGLES:
        if opp & triangle == triangle:
            return 1
    return 0 if me | opp == (1 << len(PAIRS)) - 1 else None


def moves(me, opp):
    for a, b in PAIRS:
        if (me | opp) & line(a, b) == 0:
            yield move(f"{a}-{b}", opp, me | line(a, b))
