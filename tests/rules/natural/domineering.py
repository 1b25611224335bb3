# Domineering on a small board; Left plays vertical dominoes, Right horizontal.
rows, cols = 3, 4

def start():
    return tuple("." * cols for _ in range(rows))

def place(line):
    for k in range(len(line) - 1):
        if line[k] == "." and line[k + 1] == ".":
            yield line[:k] + "##" + line[k + 2:]

def transpose(board):
    return tuple("".join(col) for col in zip(*board))

def right(board):
    for i, line in enumerate(board):
        for new in place(line):
            yield board[:i] + (new,) + board[i + 1:]

def left(board):
    for b in right(transpose(board)):
        yield transpose(b)

def show(board):
    return "\n".join(board)
