# Square bonus: take 1 to 3 matches; a player who leaves a square number, 0
# included, moves again. A player who cannot move loses.
#
# Taking the last match loses here: no match is left, and the same player moves
# again. `again` alone names no move; it is shown by the position that it leads
# to.
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
