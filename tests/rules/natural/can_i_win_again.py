# LeetCode 464 "Can I Win": pick unused integers, reach the total first
from kibitz import move
max_int = 10
target = 40


def start():
    return (0, target)


def moves(used, remaining):
    for i in range(1, max_int + 1):
        bit = 1 << (i - 1)
        if not used & bit:
            yield move(str(i), (used | bit, remaining - i))


def over(used, remaining):
    if remaining <= 0:
        return -1
    if used == (1 << max_int) - 1:
        return 0
