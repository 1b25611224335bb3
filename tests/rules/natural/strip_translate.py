# Toads on a strip: x moves right over one o or into a gap; then the strip is seen from the other side.
SWAP = str.maketrans("xo", "ox")


def start():
    yield "x.x.oo"


def moves(strip):
    for i, cell in enumerate(strip):
        if cell != "x":
            continue
        for j in (i + 1, i + 2):
            if j < len(strip) and strip[j] == "." and (j == i + 1 or strip[i + 1] == "o"):
                new = list(strip)
                new[i], new[j] = ".", "x"
                yield "".join(new)[::-1].translate(SWAP)
