# Northcott's game: in each row of a board are a stone of the mover, on the left,
# and one of the opponent. A move slides a stone of the mover any distance along
# its row, forwards or back, not over the other. A player who cannot move loses.
#
# Moves back make infinite play possible, but the game is equivalent to Nim:
# each row is a heap as large as the gap, and a step back is answered by
# following it. The board turns after every move.
from kibitz import move

rows = 3
width = 6
claim_of = "outcome"


def start():
    yield [0] * rows, list(range(width - 1, width - 1 - rows, -1))


def moves(me, opp):
    for row in range(rows):
        at = me[row]
        for to in range(opp[row]):
            if to != at:
                me[row] = to
                yield move(f"row {row + 1} to {to + 1}", [width - 1 - x for x in opp], [width - 1 - x for x in me])
        me[row] = at


def claim(me, opp):
    total = 0
    for mine, theirs in zip(me, opp):
        total ^= theirs - mine - 1
    return 1 if total != 0 else -1


def show(me, opp):
    lines = [
        "." * mine + "x" + "." * (theirs - mine - 1) + "o" + "." * (width - 1 - theirs)
        for mine, theirs in zip(me, opp)
    ]
    return "\n".join(lines)
