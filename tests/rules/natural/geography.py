# Undirected geography: a token moves along edges, visited vertices are removed.
GRAPH = {
    "A": "BDE",
    "B": "ACF",
    "C": "BDG",
    "D": "ACH",
    "E": "AFH",
    "F": "BEG",
    "G": "CFH",
    "H": "DEG",
}

def start():
    return "A"

def moves(path):
    here = path[-1]
    return [path + v for v in GRAPH[here] if v not in path]
