# Like Codeforces 1157C, but for two players: take numbers from either end, the sequence must increase
from kibitz import move
a = [1, 4, 2, 6, 7, 9, 8, 5, 3, 2]


def start():
    return 0, len(a), 0


def moves(l, r, last):
    if l < r and a[l] > last:
        yield move("left %d" % a[l], (l + 1, r, a[l]))
    if l < r and a[r - 1] > last:
        yield move("right %d" % a[r - 1], (l, r - 1, a[r - 1]))
