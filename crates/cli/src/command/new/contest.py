# {name}: take 1 to k stones from a heap; a player who cannot take loses.
#
# Turn this into your own problem. `kibitz gen {name}.py > cases.in` makes input,
# `kibitz judge {name}.py cases.in` answers it, and
# `kibitz verify {name}.py --exec ./solution` tests a program.
from kibitz import move

# The values of a case are constants of the file; these are those of a sample.
k = 3
heaps = [4, 7]

# What the input consists of, as the statement says it. `/` ends a line, a[n] is n
# numbers, a[*] a list after its length, _x is skipped. The number of cases:
#   "T cases / …"           it is the first number
#   "cases until EOF / …"   until the input ends
#   "…"                     the input is one case
input = "T cases / n k / heaps[n]"

# The values that are allowed and generated. Bounds may use numbers to the left of
# the name in `input`. "distinct 1..n": the items of an array differ; "L R": one of
# these words; "1..10 of ab": a word of these letters; "a[*]": the length of a[*].
limits = {"n": "1..100", "k": "1..5", "heaps": "0..1000"}

# The line for each result of the player who moves first; {i} is the number of the
# case. If it depends on more, write a function that returns the line instead:
# def answer(result):   result is "win", "loss" or "draw"
# In score play {score} is the number of points by which that player wins.
answer = {"win": "Case #{i}: Alice", "loss": "Case #{i}: Bob"}


def start():
    # The position of a case. An `assert` refuses a case that limits cannot exclude.
    # Several yields: a sum of independent heaps, in which a move changes one.
    for heap in heaps:
        yield heap


def moves(heap):
    for taken in range(1, min(k, heap) + 1):
        yield move(f"take {taken}", heap - taken)
