# Dots and Boxes, 2 x 2 boxes would be big; we use a 1 x 3 strip.
from kibitz import move
width = 3

def boxes():
    result = []
    for c in range(width):
        result.append({("h", 0, c), ("h", 1, c), ("v", 0, c), ("v", 0, c + 1)})
    return result

BOXES = boxes()
LINES = sorted(set().union(*BOXES))


def start():
    return frozenset(), 0, 1        # drawn lines, lead of player 1, player


def moves(drawn, lead, player):
    for line in LINES:
        if line in drawn:
            continue
        new = drawn | {line}
        closed = sum(1 for box in BOXES if line in box and box <= new)
        if closed:
            yield move(f"{line} again", (new, lead + player * closed, player))
        else:
            yield move(str(line), (new, lead, -player))


def over(drawn, lead, player):
    if len(drawn) < len(LINES):
        return None
    score = lead * player
    if score == 0:
        return 0
    return 1 if score > 0 else -1
