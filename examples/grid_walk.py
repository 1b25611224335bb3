# A token walks right or down through a grid of numbers, and the players move it in
# turn. When it is in the last cell, the player to move gets the number there; on
# the way each player gets the number of the cell to which the token is moved, and
# a player who moves it to an even number moves again.
from kibitz import again, move, points

play = "score"
rows = 4
cols = 4
NUMBERS = [(7 * i * i + 3 * i) % 11 - 4 for i in range(rows * cols)]


def start():
    yield 0, 0


def over(r, c):
    return NUMBERS[-1] if r == rows - 1 and c == cols - 1 else None


def moves(r, c):
    for name, x, y in (("right", r, c + 1), ("down", r + 1, c)):
        if x == rows or y == cols:
            continue
        number = NUMBERS[x * cols + y]
        if number % 2 == 0:
            yield move(name, points(number, again(x, y)))
        else:
            yield move(name, points(number, x, y))


def show(r, c):
    cells = [f"{number:4} " for number in NUMBERS]
    cells[r * cols + c] = f"[{NUMBERS[r * cols + c]:3}]"
    return "\n".join("".join(cells[i:i + cols]) for i in range(0, rows * cols, cols))
