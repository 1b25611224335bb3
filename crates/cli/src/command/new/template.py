# {name}: take 1, 2 or 3 matches; who cannot take loses.
#
# Change this into your own game. `kibitz lint {name}.py` checks the file,
# `kibitz solve {name}.py` solves it, and after `kibitz shim -o kibitz.py`
# Python runs it, too.
from kibitz import move

n = 21  # matches at the start: kibitz solve {name}.py --set n=30


def start():
    # The position in which play begins: one field or several, each a number,
    # True or False, or a list of numbers of one length. Yield several positions
    # for a sum of games, of which a move changes one.
    yield n


def moves(left):
    # Every position that a move leads to, as the player sees it who moves next:
    # with two sets of pieces, yield the opponent's first. move("name", …) gives
    # a move a name; `again(…)` lets the same player move again.
    for k in range(1, 4):
        if k <= left:
            yield move(f"take {k}", left - k)


def claim(left):
    # What you believe: True where the player who moves wins. `kibitz verify`
    # looks for a position at which this is wrong.
    return left % 4 != 0


def show(left):
    # A picture for people, any text.
    return "|" * left


# What else a file can say:
#
# def over(left):           None: play goes on; 1, -1, 0: the player who moves
#     return None           has won, lost, drawn. Asked before `moves`
# play = "misere"           who cannot move wins
# cycles = "error"          play that goes on for ever is a mistake, not a draw
# def left(…), right(…)     in place of `moves`, where the players' moves differ
# def canon(…)              one position that stands for all that play alike
# def symmetry(i)           the same for boards: where cell i goes
# def split(…)              the independent parts of a position
# claim_of = "grundy"       the claim is about Grundy values; or "outcome"
