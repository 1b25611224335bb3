# Clobber on one row: the stones of the mover and of the opponent are bits.
N = 14


def start():
    yield sum(1 << i for i in range(0, N, 2)), sum(1 << i for i in range(1, N, 2))


def moves(me, opp):
    for i in range(N):
        if me >> i & 1:
            for j in (i - 1, i + 1):
                if 0 <= j < N and opp >> j & 1:
                    yield opp ^ 1 << j, me ^ 1 << i ^ 1 << j
