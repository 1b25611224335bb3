# {name}: take 1, 2 or 3 matches; a player who cannot take loses.
#
# Turn this into your own game. `kibitz lint {name}.py` checks the file,
# `kibitz solve {name}.py` solves it. After `kibitz shim -o kibitz.py` it also
# runs under CPython.
from kibitz import move

n = 21  # matches at the start: kibitz solve {name}.py --set n=30


def start():
    # The start position: one or more fields, each an int, a bool, or a list of
    # ints of fixed length. Yield several positions for a sum of games, in which
    # a move changes one component.
    yield n


def moves(left):
    # All successors, as seen by the player who moves next: with two sets of
    # pieces, yield the opponent's first. move("name", …) names a move;
    # again(…) gives the same player another move.
    for k in range(1, 4):
        if k <= left:
            yield move(f"take {k}", left - k)


def claim(left):
    # Your conjecture: True if the player to move wins. `kibitz verify` searches
    # for a counterexample.
    return left % 4 != 0


def show(left):
    # A picture of the position, any text.
    return "|" * left


# What else a file can define:
#
# def over(left):           called before `moves`. None: the game is not over;
#     return None           1, -1, 0: the player to move has won, lost, drawn
# play = "misere"           a player who cannot move wins
# cycles = "error"          infinite play is an error, not a draw
# def left(…), right(…)     instead of `moves`, if the players' moves differ
# def canon(…)              canonical form of a position under symmetry
# def symmetry(i)           the same for boards: image of cell i
# def split(…)              independent components of a position
# claim_of = "grundy"       the claim is about Grundy values; or "outcome"
# input, limits, answer     a contest: `kibitz new --contest` shows how
