height, width = 4, 3

def start():
    return 0

# all dominoes as bit masks
DOMINOES = []
for r in range(height):
    for c in range(width):
        bit = 1 << (r * width + c)
        if c + 1 < width:
            DOMINOES.append(bit | bit << 1)
        if r + 1 < height:
            DOMINOES.append(bit | bit << width)

def moves(board):
    return (board | d for d in DOMINOES if board & d == 0)

def show(board):
    text = f"{board:0{height * width}b}"[::-1].replace("0", ".").replace("1", "#")
    return "\n".join(text[i:i+width] for i in range(0, len(text), width))
