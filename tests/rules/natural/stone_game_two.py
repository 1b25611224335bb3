from itertools import accumulate

# LeetCode 1140 Stone Game II: take 1..2M piles from the front, M = max(M, X)
piles = [2, 7, 9, 4, 4, 3]
prefix = list(accumulate(piles, initial=0))

def start():
    return (0, 1, 0)        # index, M, lead of the player to move

def moves(i, m, lead):
    for x in range(1, min(2 * m, len(piles) - i) + 1):
        got = prefix[i + x] - prefix[i]
        yield i + x, max(m, x), -(lead + got)

def over(i, m, lead):
    if i < len(piles): return None
    if lead > 0: return 1
    if lead < 0: return -1
    return 0
