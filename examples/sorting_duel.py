# Sorting duel: the cards 1 to n lie in a row. A move takes a card out of the
# row and puts it in again farther to the left, past greater cards only. A
# player who cannot move loses: the row is sorted.
#
# Every move passes at least one pair in the wrong order, so play ends. If only
# neighbours changed places, the number of such pairs would decide by being odd;
# the claim says that it still does, and is wrong.
from kibitz import move

cards = [5, 4, 3, 2, 1]


def start():
    assert sorted(cards) == list(range(1, len(cards) + 1)), "cards are 1 to n in some order"
    yield cards


def moves(row):
    for i in range(1, len(row)):
        for to in range(i - 1, -1, -1):
            if row[to] < row[i]:
                break
            after = row[:]
            after.insert(to, after.pop(i))
            yield move(f"{row[i]} before {row[to]}", after)


def claim(row):
    wrong = sum(1 for i in range(len(row)) for j in range(i) if row[j] > row[i])
    return bool(wrong % 2)


def show(row):
    return " ".join(str(card) for card in row)
