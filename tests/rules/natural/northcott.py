# Northcott's game, pieces only advance
length = 6
LANES = 3

def start():
    return tuple((0, length - 1) for _ in range(LANES))

def left(lanes):
    for i, (w, b) in enumerate(lanes):
        for x in range(w + 1, b):
            yield lanes[:i] + ((x, b),) + lanes[i+1:]

def right(lanes):
    for i, (w, b) in enumerate(lanes):
        for x in range(b - 1, w, -1):
            yield lanes[:i] + ((w, x),) + lanes[i+1:]

def show(lanes):
    out = []
    for w, b in lanes:
        cells = ["."] * length
        cells[w] = "W"
        cells[b] = "B"
        out.append("".join(cells))
    return "\n".join(out)
