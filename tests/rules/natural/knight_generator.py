N = 4
KNIGHT = [(dr, dc) for dr in (-2, -1, 1, 2) for dc in (-2, -1, 1, 2) if abs(dr) != abs(dc)]
def neighbours(pos):
    r, c = pos
    return [(r + dr, c + dc) for dr, dc in KNIGHT if 0 <= r + dr < N and 0 <= c + dc < N]
def start():
    yield (0, 0), (N - 1, N - 1), frozenset({(0, 0), (N - 1, N - 1)})
def moves(me, you, visited):
    for p in neighbours(me):
        if p not in visited and len(visited) < 8:
            yield you, p, visited.union([p])
