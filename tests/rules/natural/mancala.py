# A small Kalah: pits 0..2 are mine, 3 my store, 4..6 theirs, 7 their store
pits = 3
seeds = 2


def start():
    return ([seeds] * pits + [0]) * 2


def sow(board, i):
    board = board[:]
    hand, board[i] = board[i], 0
    while hand:
        i = (i + 1) % len(board)
        if i == 2 * pits + 1:
            continue
        board[i] += 1
        hand -= 1
    return board, i


def moves(board):
    for i in range(pits):
        if board[i] == 0:
            continue
        b, last = sow(board, i)
        if last < pits and b[last] == 1 and b[2 * pits - last]:
            b[pits] += b[2 * pits - last] + 1
            b[last] = b[2 * pits - last] = 0
        if last == pits:
            yield b                       # move again
        else:
            yield b[pits + 1:] + b[:pits + 1]


def over(board):
    mine, theirs = board[:pits], board[pits + 1:-1]
    if any(mine) and any(theirs):
        return None
    diff = (board[pits] + sum(mine)) - (board[-1] + sum(theirs))
    return 1 if diff > 0 else -1 if diff < 0 else 0
