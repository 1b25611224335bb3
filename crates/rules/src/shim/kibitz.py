"""The functions that rule files import from kibitz, in plain Python.

`kibitz shim` prints this module; saved next to a rule file, it lets CPython run
the file unchanged. kibitz itself does not read it: these names are built in.
"""


class move:
    """A move with a name: `yield move("take 3", left - 3)`.

    The fields of the next position follow the name, or one `points(...)` or
    `again(...)` holds them: `move("take 3", again(left - 3))`.
    """

    def __init__(self, name, *fields):
        if not isinstance(name, str):
            raise TypeError("the first argument of move is the move's name, a string")
        self.name = name
        self.inner = fields[0] if len(fields) == 1 and isinstance(fields[0], (points, again)) else None
        self.fields = self.inner.fields if self.inner else fields
        self.points = getattr(self.inner, "points", 0)
        self.again = isinstance(self.inner, again) or getattr(self.inner, "again", False)

    def __repr__(self):
        text = repr(self.inner) if self.inner else ", ".join(repr(field) for field in self.fields)
        return f"move({self.name!r}, {text})"


class points:
    """A move that scores, in score play: `yield points(3, left - 3)`.

    The fields of the next position follow the points, or one `again(...)` holds
    them: `points(3, again(left - 3))`.
    """

    def __init__(self, number, *fields):
        self.points = number
        self.again = len(fields) == 1 and isinstance(fields[0], again)
        self.fields = fields[0].fields if self.again else fields

    def __repr__(self):
        text = ", ".join(repr(field) for field in self.fields)
        return f"points({self.points!r}, {f'again({text})' if self.again else text})"


class again:
    """A move after which the same player moves again: `yield again(a, b)`."""

    def __init__(self, *fields):
        self.fields = fields

    def __repr__(self):
        return f"again({', '.join(repr(field) for field in self.fields)})"


def popcount(cells):
    """The number of cells in a set: the one bits of a nonnegative integer."""
    if cells < 0:
        raise ValueError("popcount of a negative number")
    return cells.bit_count()


def grid(rows, cols, cells, letters):
    """A board as text: `rows` lines of `cols` letters, row 0 on top.

    `cells` is an integer used as a bit set (cell i, bit i, is `letters[1]` if it is
    in the set and `letters[0]` if not), or a list with an index into `letters`
    for each cell. Cell i is in row i // cols and column i % cols.
    """
    if isinstance(cells, int):
        cells = [cells >> i & 1 for i in range(rows * cols)]
    return "\n".join(
        "".join(letters[cells[r * cols + c]] for c in range(cols)) for r in range(rows)
    )
