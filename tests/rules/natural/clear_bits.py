# Make a 1 of the binary notation 0; you may also flip one lower bit.
from kibitz import move
text = "110101"


def start():
    return int(text, 2)


def moves(n):
    for i in range(n.bit_length()):
        if n & (1 << i):
            smaller = n ^ (1 << i)
            yield move(f"clear bit {i}", smaller)
            for j in range(i):
                yield move(f"clear bit {i}, flip bit {j}", smaller ^ (1 << j))


def show(n):
    return bin(n)[2:].zfill(len(text))
