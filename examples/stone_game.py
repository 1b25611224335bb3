# Alex and Lee's stones (LeetCode 1140): a player takes all stones of the first
# 1 to 2m piles, and m becomes the greatest number of piles that were taken at once.
# Both want as many stones as possible.
#
# Known: of [2, 7, 9, 4, 4] the first player gets 10 of 26 stones.
from kibitz import move, points

play = "score"
piles = [2, 7, 9, 4, 4]


def start():
    yield 0, 1


def moves(first, m):
    for count in range(1, min(2 * m, len(piles) - first) + 1):
        stones = sum(piles[first:first + count])
        yield move(f"take {count}", points(stones, first + count, max(m, count)))
