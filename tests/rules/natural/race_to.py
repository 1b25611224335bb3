# Race to a total: add 1 to 6; hitting a multiple of 7 gives another turn; who reaches the goal wins.
from kibitz import again

goal = 40


def start():
    yield 0, False


def over(total, mine):
    if total == goal:
        return 1 if mine else -1


def moves(total, mine):
    for k in range(1, 7):
        new = total + k
        if new > goal:
            break
        yield again(new, True) if new % 7 == 0 else (new, False)
