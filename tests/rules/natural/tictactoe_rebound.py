LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def start():
    yield " " * 9
def turn(b):
    return "X" if b.count("X") == b.count("O") else "O"
def winner(b):
    for a, c, d in LINES:
        if b[a] != " " and b[a] == b[c] == b[d]:
            return b[a]
    return None
def over(b):
    w = winner(b)
    if w:
        return 1 if w == turn(b) else -1
    if " " not in b:
        return 0
    return None
def moves(b):
    p = turn(b)
    return [b[:i] + p + b[i+1:] for i, c in enumerate(b) if c == " "]
