# Blue-Red Hackenbush: edges are (u, v, colour), node 0 is the ground.
EDGES = {
    (0, 1, "blue"), (1, 2, "red"), (2, 3, "blue"), (1, 3, "red"),
    (0, 4, "red"), (4, 5, "blue"), (4, 6, "blue"), (5, 6, "red"),
}


def start():
    return frozenset(EDGES)


def prune(edges):
    reached = {0}
    todo = [0]
    while todo:
        node = todo.pop()
        for u, v, _ in edges:
            for x, y in ((u, v), (v, u)):
                if x == node and y not in reached:
                    reached.add(y)
                    todo.append(y)
    return frozenset(e for e in edges if e[0] in reached)


def cut(edges, colour):
    for edge in edges:
        if edge[2] == colour:
            yield prune(edges - {edge})


def left(edges):
    return cut(edges, "blue")


def right(edges):
    return cut(edges, "red")
