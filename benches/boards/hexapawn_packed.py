# Hexapawn: the pawns of both players are bits; the board is turned for the next player.
N = 4
HOME = (1 << N) - 1 << N * (N - 1)


def turned(cells):
    return sum(1 << (N * N - 1 - i) for i in range(N * N) if cells >> i & 1)


def start():
    yield HOME, turned(HOME)


def over(me, opp):
    return -1 if opp & HOME else None


def moves(me, opp):
    for cell in range(N, N * N):
        if me >> cell & 1 == 0:
            continue
        rest = me & ~(1 << cell)
        for side in [-1, 0, 1]:
            to = cell - N + side
            if not 0 <= cell % N + side < N:
                continue
            if side == 0 and (me | opp) >> to & 1 or side != 0 and opp >> to & 1 == 0:
                continue
            yield turned(opp & ~(1 << to)), turned(rest | 1 << to)
