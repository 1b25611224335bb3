"""Takes coins from the ends of a row: the first argument says how, the second lists the coins."""
import functools
import sys

kind = sys.argv[1]
coins = [int(coin) for coin in sys.argv[2].split(",")]


@functools.cache
def best(left, right):
    if left == right:
        return 0
    return max(coins[left] - best(left + 1, right), coins[right - 1] - best(left, right - 1))


for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    if word != "turn":
        continue
    left, right = (int(field.split("=")[1]) for field in rest.split())
    takes_left = coins[left] - best(left + 1, right) == best(left, right)
    print("left" if kind == "left" or takes_left else "right", flush=True)
