"""Toads and Frogs (Winning Ways, chapter 1)."""

toads, frogs, gap = 3, 3, 2


def start():
    return "T" * toads + "_" * gap + "F" * frogs


def left(lane):
    for old, new in ("T_", "_T"), ("TF_", "_FT"):
        pos = lane.find(old)
        while pos != -1:
            yield lane[:pos] + new + lane[pos + len(old):]
            pos = lane.find(old, pos + 1)


def right(lane):
    mirrored = lane[::-1].translate(str.maketrans("TF", "FT"))
    return [m[::-1].translate(str.maketrans("TF", "FT")) for m in left(mirrored)]
