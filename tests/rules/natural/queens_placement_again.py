n = 6


def start():
    return ()


def attacks(a, b):
    return a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])


def moves(queens):
    """Put a queen on a square which no other queen attacks."""
    for r in range(n):
        for c in range(n):
            if not any(attacks((r, c), q) for q in queens):
                yield tuple(sorted(queens + ((r, c),)))


def show(queens):
    board = [["."] * n for _ in range(n)]
    for r, c in queens:
        board[r][c] = "Q"
    return "\n".join(" ".join(row) for row in board)
