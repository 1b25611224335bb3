"""Dawson's Kayles on a tuple of rows: remove two neighbours, empty rows vanish."""
rows = (9,)


def start():
    yield rows


def moves(rows):
    for i, n in enumerate(rows):
        for left in range(n - 1):
            right = n - 2 - left
            parts = [m for m in (left, right) if m > 0]
            yield tuple(sorted(rows[:i] + rows[i + 1:] + tuple(parts)))
