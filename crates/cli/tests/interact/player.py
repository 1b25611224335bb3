"""Plays a game of matches, as the first argument says: 1 to 3 matches, and after an even
number is left the same player moves again if the second argument is `again`."""
import functools
import os
import sys
import time

kind = sys.argv[1]
has_again = sys.argv[2:] == ["again"]


def moves(left):
    for taken in range(1, min(3, left) + 1):
        yield taken, has_again and taken == 2


@functools.cache
def wins(left):
    return any(wins(left - taken) if again else not wins(left - taken) for taken, again in moves(left))


def best(left):
    good = [t for t, again in moves(left) if (wins(left - t) if again else not wins(left - t))]
    return f"take {(good or [1])[0]}"


turns = 0
for line in sys.stdin:
    word, _, rest = line.rstrip("\n").partition(" ")
    assert word in ("start", "move", "turn", "end"), line
    if word == "end":
        print("goodbye", rest, file=sys.stderr)
    if word != "turn":
        continue
    turns += 1
    left = int(rest.split("=")[1])
    if kind == "perfect":
        print(best(left), flush=True)
    elif kind == "greedy":
        print(f"TAKE{min(3, left)}", flush=True)
    elif kind == "illegal":
        print("take 4", flush=True)
    elif kind == "late_illegal":
        print(best(left) if turns == 1 else "take\x1b[2J", flush=True)
    elif kind == "empty":
        print(flush=True)
    elif kind == "binary":
        sys.stdout.buffer.write(b"\xff\x00\n")
        sys.stdout.flush()
    elif kind == "silent":
        time.sleep(60)
    elif kind == "crash":
        sys.exit("no idea")
    elif kind == "closes":
        os.close(1)
        time.sleep(60)
    elif kind == "endless":
        while True:
            sys.stdout.write("x" * 4096)
    elif kind == "unterminated":
        sys.stdout.write(best(left))
        sys.stdout.flush()
        os.close(1)
