# Green hackenbush on a tree. A tree is a tuple of its subtrees; () is a leaf.

def start():
    return (((), ()), ((((),),),), ())

def moves(tree):
    for i, child in enumerate(tree):
        rest = tree[:i] + tree[i + 1:]
        yield rest                       # cut the edge to this child
        for smaller in moves(child):
            yield tuple(sorted(rest + (smaller,)))

def show(tree):
    return "(" + "".join(show(t) for t in tree) + ")"
