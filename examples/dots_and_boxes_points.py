# Dots and Boxes (Lucas 1889): draw a line between two dots side by side; a
# player who draws the fourth side of a box scores it and moves again. When all
# lines are drawn, the player with more boxes wins.
#
# A position is the set of lines: in score play what was scored before does not
# matter for the rest of the game, so there are fewer positions than in
# dots_and_boxes.py. Known: on 2x2 boxes the first player wins.
from kibitz import again, move, points

play = "score"
rows = 2
cols = 2
ACROSS = (rows + 1) * cols  # lines across come first, then those upright
LINES = ACROSS + rows * (cols + 1)


def box(row, col):
    """The four sides of a box."""
    top = row * cols + col
    side = ACROSS + row * (cols + 1) + col
    return 1 << top | 1 << (top + cols) | 1 << side | 1 << (side + 1)


BOXES = [box(i // cols, i % cols) for i in range(rows * cols)]


def start():
    yield 0


def moves(lines):
    for line in range(LINES):
        if lines >> line & 1:
            continue
        after = lines | 1 << line
        boxes = sum(1 for sides in BOXES if sides >> line & 1 and after & sides == sides)
        name = f"line {line + 1}"
        if boxes > 0:
            yield move(name, points(boxes, again(after)))
        else:
            yield move(name, after)
