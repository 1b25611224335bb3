from kibitz import move
rows, cols = 4, 5


def start():
    return (cols,) * rows


def moves(bar):
    """Eat the square (r, c) and everything below and to the right of it."""
    for r, length in enumerate(bar):
        for c in range(length):
            if (r, c) == (0, 0):
                continue            # poisoned
            yield move(f"eat {r + 1},{c + 1}",
                       bar[:r] + tuple(min(c, x) for x in bar[r:]))


def show(bar):
    return "\n".join("#" * x for x in bar if x)
