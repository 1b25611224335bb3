# Square bonus: take 1 to 3 matches; who leaves a square number, 0 among them,
# moves again. Who cannot move loses.
#
# Taking the last match is no good here: nothing is left, and it is still your
# turn. `again` alone names no move; it is shown by the position that it leads to.
import math

from kibitz import again

n = 60


def start():
    yield n


def is_square(number):
    root = math.isqrt(number)
    return root * root == number


def moves(left):
    for k in range(1, 4):
        if k > left:
            break
        elif is_square(left - k):
            yield again(left - k)
        else:
            yield left - k
