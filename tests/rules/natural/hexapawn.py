size = 3

# The player to move always plays "w" upwards; the board is turned after the move.
def start():
    return "b" * size + "." * size * (size - 2) + "w" * size

def turn(cells):
    swap = {"w": "b", "b": "w", ".": "."}
    return "".join(swap[c] for c in reversed(cells))

def moves(board):
    for i, c in enumerate(board):
        if c != "w":
            continue
        row, col = divmod(i, size)
        targets = []
        if board[i - size] == ".":
            targets.append(i - size)
        for dc in (-1, 1):
            if 0 <= col + dc < size and board[i - size + dc] == "b":
                targets.append(i - size + dc)
        for t in targets:
            cells = list(board)
            cells[i], cells[t] = ".", "w"
            yield turn(cells)

def over(board):
    if "b" in board[-size:]:
        return -1
    return None

def show(board):
    return "\n".join(board[i:i + size] for i in range(0, len(board), size))
