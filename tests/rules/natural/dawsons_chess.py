"""Dawson's chess: pawns face each other on a 3 x n board and capturing is compulsory."""
n = 5


def start():
    return "p" * n, "." * n, "P" * n, True      # black, middle, white; white to move


def put(row, i, c):
    return row[:i] + c + row[i + 1:]


def captures(own, mid, enemy):
    for i in range(n):
        if own[i] == ".":
            continue
        for j in (i - 1, i + 1):
            if 0 <= j < n and mid[j] not in (".", own[i]):
                yield put(own, i, "."), put(mid, j, own[i])


def advances(own, mid, enemy):
    for i in range(n):
        if own[i] != "." and mid[i] == ".":
            yield put(own, i, "."), put(mid, i, own[i])


def moves(black, middle, white, white_to_move):
    own, enemy = (white, black) if white_to_move else (black, white)
    options = list(captures(own, middle, enemy)) or list(advances(own, middle, enemy))
    for new_own, new_mid in options:
        if white_to_move:
            yield black, new_mid, new_own, False
        else:
            yield new_own, new_mid, white, True


play = "misere"
