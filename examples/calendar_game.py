# Calendar game (Luogu P1512, POJ 1082): from a date go to the next day, or to
# the same day of the next month if it exists. The player who reaches 4 November
# 2006 wins; later dates are not allowed.
#
# Known: the mover wins if month + day is even, and on 30 September and 30
# November. The claim omits those two dates and is wrong.
from kibitz import move

year = 2001
month = 11
day = 3

# The contest.
input = "T cases / year month day"
limits = {"year": "1900..2006", "month": "1..12", "day": "1..31"}
answer = {"win": "YES", "loss": "NO"}

DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]


def length(y, m):
    leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0)
    return DAYS[m - 1] + (1 if leap and m == 2 else 0)


def start():
    assert (1900, 1, 1) <= (year, month, day) <= (2006, 11, 4), "no such date"
    assert day <= length(year, month), "no such date"
    yield year, month, day


def moves(y, m, d):
    last = (2006, 11, 4)
    tomorrow = (y, m, d + 1)
    if d == length(y, m):
        tomorrow = (y, m + 1, 1) if m < 12 else (y + 1, 1, 1)
    if tomorrow <= last:
        yield move("next day", tomorrow[0], tomorrow[1], tomorrow[2])
    later, next_month = divmod(12 * y + m, 12)
    if d <= length(later, next_month + 1) and (later, next_month + 1, d) <= last:
        yield move("next month", later, next_month + 1, d)


def claim(y, m, d):
    return (m + d) % 2 == 0


def show(y, m, d):
    return f"{d} {m} {y}"
