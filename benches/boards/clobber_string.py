# Clobber on one row: the row is a string; it is recoloured for the next player.
START = "xoxoxoxoxoxoxo"
SWAP = {"x": "o", "o": "x", "-": "-"}


def start():
    yield START


def moves(cells):
    for i in range(len(cells)):
        if cells[i] != "x":
            continue
        for j in (i - 1, i + 1):
            if 0 <= j < len(cells) and cells[j] == "o":
                new = list(cells)
                new[i], new[j] = "-", "x"
                yield "".join(SWAP[c] for c in new)
