# Three in a row on 3x4 cells: the marks of both players are bits of two numbers.
ROWS, COLS = 3, 4
LINES = []
for r in range(ROWS):
    for c in range(COLS):
        for dr, dc in [(0, 1), (1, 0), (1, 1), (1, -1)]:
            if r + 2 * dr < ROWS and 0 <= c + 2 * dc < COLS:
                LINES.append(sum(1 << (r + k * dr) * COLS + c + k * dc for k in range(3)))


def start():
    yield 0, 0


def moves(me, opp):
    for cell in range(ROWS * COLS):
        if (me | opp) >> cell & 1 == 0:
            yield opp, me | 1 << cell


def over(me, opp):
    if any(opp & line == line for line in LINES):
        return -1
    return 0 if me | opp == (1 << ROWS * COLS) - 1 else None
