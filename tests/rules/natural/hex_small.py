# Hex 3x3: X connects top and bottom, O connects left and right
n = 3
NEIGHBOURS = [(-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)]

def start():
    return ("." * n * n, "X")

def connected(board, who):
    # flood fill
    if who == "X":
        stack = [(0, c) for c in range(n) if board[c] == "X"]
    else:
        stack = [(r, 0) for r in range(n) if board[r * n] == "O"]
    seen = set(stack)
    while stack:
        r, c = stack.pop()
        if (r if who == "X" else c) == n - 1:
            return True
        for dr, dc in NEIGHBOURS:
            rr, cc = r + dr, c + dc
            if 0 <= rr < n and 0 <= cc < n and (rr, cc) not in seen and board[rr * n + cc] == who:
                seen.add((rr, cc))
                stack.append((rr, cc))
    return False

def moves(board, who):
    nxt = "XO"[who == "X"]
    for i in range(n * n):
        if board[i] == ".":
            yield board[:i] + who + board[i+1:], nxt

def over(board, who):
    if connected(board, "XO"[who == "X"]):
        return -1
    return None

def show(board, who):
    return "\n".join(" " * r + " ".join(board[r*n:(r+1)*n]) for r in range(n)) + "\n" + who + " to move"
