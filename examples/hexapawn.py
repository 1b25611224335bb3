# Hexapawn (Martin Gardner 1962): three pawns each on 3x3. A pawn steps forward
# onto an empty cell or captures one step diagonally forward. A player who
# reaches the far row wins; a player who cannot move loses.
#
# The board turns after every move, so that the mover always plays upwards.
# Known: the second player wins on 3x3.
from kibitz import grid, move

n = 3
HOME = (1 << n) - 1 << n * (n - 1)  # the bottom row; row 0 is the far one


def turned(cells):
    return sum(1 << (n * n - 1 - i) for i in range(n * n) if cells >> i & 1)


def start():
    yield HOME, turned(HOME)


def over(me, opp):
    return -1 if opp & HOME else None


def moves(me, opp):
    for cell in range(n, n * n):
        if me >> cell & 1 == 0:
            continue
        rest = me & ~(1 << cell)
        for side in [0, -1, 1]:
            to = cell - n + side
            if not 0 <= cell % n + side < n:
                continue
            if side == 0 and (me | opp) >> to & 1 or side != 0 and opp >> to & 1 == 0:
                continue
            yield move(f"{cell + 1} to {to + 1}", turned(opp & ~(1 << to)), turned(rest | 1 << to))


def show(me, opp):
    return grid(n, n, [(me >> i & 1) + 2 * (opp >> i & 1) for i in range(n * n)], ".xo")
