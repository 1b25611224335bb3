# ICPC Taejon 2001 "A Calendar Game" within one year: who reaches 31 December wins
from kibitz import move
DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
MONTHS = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split()


def start():
    return 1, 1


def moves(day, month):
    # next day
    if day < DAYS[month - 1]:
        yield move("next day", (day + 1, month))
    elif month < 12:
        yield move("next day", (1, month + 1))
    # same day in the next month
    if month < 12 and day <= DAYS[month]:
        yield move("next month", (day, month + 1))


def show(day, month):
    return f"{day} {MONTHS[month - 1]}"
