"""Reference solver of rule files in CPython, which kibitz is tested against.

    reference.py FILE [--set NAME=VALUE]... [--all] [--unfolded]
    reference.py FILE [--set NAME=VALUE]... --calls < CALLS

The first prints one JSON object: the output of `kibitz stats --json`, and
"claim" if the file has one; with --all every position with its value, distance
and Grundy value; with --unfolded also the count without canon or symmetry. The
second reads lines {"function", "args"} and writes {"result"} or {"fault", "line"}
for each; moves are lists of [position, again, points, label].

A direct implementation of the definitions that shares no code with kibitz:
enumerate, apply the definitions, count.
"""

import argparse
import json
import pathlib
import sys

import checked
from rulefile import RuleError, RuleFile, frozen

sys.setrecursionlimit(20000)


class Folding:
    """Canonical forms of positions under `canon` or `symmetry`."""

    def __init__(self, rules, on=True):
        self.rules = rules
        self.canon = on and rules.has("canon")
        self.symmetry = on and rules.has("symmetry")
        if rules.has("canon") and rules.has("symmetry"):
            raise RuleError("canon and symmetry exclude each other")
        self.images = {}
        self.known = {}

    def __call__(self, position):
        if self.canon:
            return self.rules.plain(self.rules.call("canon", position))
        if self.symmetry:
            return (self.least(position[0]),)
        return position

    def least(self, cells):
        """The least set in the orbit of a set of cells."""
        if cells not in self.known:
            orbit = [cells]
            for member in orbit:
                for image in self.neighbours(member):
                    if image not in orbit:
                        orbit.append(image)
            for member in orbit:
                self.known[member] = min(orbit)
        return self.known[cells]

    def neighbours(self, cells):
        """The images of a set under each generator."""
        inside = [i for i in range(cells.bit_length()) if cells >> i & 1]
        for i in inside:
            if i not in self.images:
                self.images[i] = list(self.rules.names["symmetry"](i))
        generators = len(self.images[inside[0]]) if inside else 0
        for g in range(generators):
            image = sum(1 << self.images[i][g] for i in inside)
            assert image.bit_count() == len(inside), "symmetry is not a permutation"
            yield image


class Graph:
    """All reachable nodes, in breadth-first order from the start.

    A node is (position, side): side 0 for a game with moves; 0 for Left and 1
    for Right to move otherwise. The nodes of a sum are its components.
    """

    def __init__(self, rules, folding):
        self.rules = rules
        self.folding = folding
        self.distance = {}
        self.decided = {}
        self.children = {}  # node: list of (list of nodes, again)
        self.points = {}  # node: the points of each of its moves
        starts = rules.starts()
        if not starts:
            raise RuleError("start yields nothing")
        self.is_sum = len(starts) > 1 or rules.has("split")
        self.has_again = False
        if self.is_sum and (rules.has("over") or rules.partizan or rules.play != "normal"):
            raise RuleError("a sum needs impartial normal play without over")
        sides = [0, 1] if rules.partizan else [0]
        self.roots = [(part, side) for start in starts for part in self.parts(start) for side in sides]
        self.explore()

    def parts(self, position, depth=0):
        """The canonical components of a position, split until they do not split further."""
        position = self.folding(position)
        if not self.rules.has("split"):
            return [position]
        if depth > 1000:
            raise RuleError("split never ends")
        given = [self.folding(self.rules.plain(part)) for part in self.rules.call("split", position)]
        if given == [position]:
            return [position]
        return [part for piece in given for part in self.parts(piece, depth + 1)]

    def explore(self):
        queue = []
        for root in self.roots:
            self.meet(root, 0, queue)
        for node in queue:
            position, side = node
            value = self.rules.decided(position)
            if value is not None:
                self.decided[node] = -value if side == 1 else value
                self.children[node] = self.points[node] = []
                continue
            name = ["left", "right"][side] if self.rules.partizan else "moves"
            edges = self.children[node] = []
            all_points = self.points[node] = []
            for to, again, points, _ in self.rules.steps(name, position):
                self.has_again |= again
                turn = 1 - side if self.rules.partizan and not again else side
                after = [(part, turn) for part in self.parts(to)]
                for child in after:
                    self.meet(child, self.distance[node] + 1, queue)
                edges.append((after, again))
                all_points.append(points)
        self.nodes = queue
        if self.is_sum and self.has_again:
            raise RuleError("a sum cannot have again")

    def meet(self, node, plies, queue):
        if node not in self.distance:
            self.distance[node] = plies
            queue.append(node)

    def children_first(self):
        """The nodes in reverse topological order; None if there is a cycle."""
        parents = {node: [] for node in self.nodes}
        open_children = dict.fromkeys(self.nodes, 0)
        for node in self.nodes:
            for after, _ in self.children[node]:
                for child in after:
                    parents[child].append(node)
                    open_children[node] += 1
        order = [node for node in self.nodes if open_children[node] == 0]
        for node in order:
            for parent in parents[node]:
                open_children[parent] -= 1
                if open_children[parent] == 0:
                    order.append(parent)
        return order if len(order) == len(self.nodes) else None


def solve(graph):
    """Result and distance of each node for its mover, by level from the terminal nodes."""
    stuck = 1 if graph.rules.play == "misere" else -1
    value, plies = {}, {}
    parents = {node: [] for node in graph.nodes}
    unlost = {}
    level = []
    for node in graph.nodes:
        if node in graph.decided or not graph.children[node]:
            value[node] = graph.decided.get(node, stuck)
            if value[node] != 0:
                plies[node] = 0
                level.append(node)
        unlost[node] = len(graph.children[node])
        for (child,), again in graph.children[node]:
            parents[child].append((node, again))
    while level:
        later = []
        for node in level:
            for parent, again in parents[node]:
                if parent in value:
                    continue
                for_parent = value[node] if again else -value[node]
                unlost[parent] -= for_parent == -1
                if for_parent == 1 or unlost[parent] == 0:
                    value[parent] = for_parent
                    plies[parent] = plies[node] + 1
                    later.append(parent)
        level = later
    for node in graph.nodes:
        value.setdefault(node, 0)
    check_values(graph, value, plies)
    return value, plies


def check_values(graph, value, plies):
    """Checks every value against those of its successors, by the definition."""
    for node in graph.nodes:
        if node in graph.decided or not graph.children[node]:
            continue
        results = [(value[c] if again else -value[c], plies.get(c)) for (c,), again in graph.children[node]]
        best = max(result for result, _ in results)
        assert value[node] == best, node
        if best != 0:
            counts = [count for result, count in results if result == best]
            assert plies[node] == 1 + (min(counts) if best == 1 else max(counts)), node


def scores(graph, order):
    """The best difference of points for the mover of each node."""
    score = {}
    for node in order:
        moves = zip(graph.children[node], graph.points[node])
        options = [points + (score[c] if again else -score[c]) for ((c,), again), points in moves]
        score[node] = graph.decided.get(node, max(options, default=0))
    return score


def grundy_values(graph, order):
    """Grundy values: the mex of the options; the nim-sum for several components."""
    values = {}
    for node in order:
        options = {nim_sum(values, after) for after, _ in graph.children[node]}
        values[node] = next(v for v in range(len(options) + 1) if v not in options)
    return values


def nim_sum(values, parts):
    total = 0
    for part in parts:
        total ^= values[part]
    return total


NAMES = {1: "win", 0: "draw", -1: "loss"}


class Answer:
    """A solved rule file."""

    def __init__(self, rules, folding):
        self.rules = rules
        self.graph = graph = Graph(rules, folding)
        order = graph.children_first()
        if order is None and rules.cycles == "error":
            raise RuleError("the game has a cycle")
        if order is None and graph.is_sum:
            raise RuleError("a sum cannot have a cycle")
        impartial = not rules.partizan and rules.play == "normal" and not rules.has("over")
        self.grundy = {}
        if impartial and not graph.has_again and order is not None:
            self.grundy = grundy_values(graph, order)
        self.score = {}
        if rules.play == "score":
            if order is None:
                raise RuleError("score play with a cycle")
            self.score = scores(graph, order)
            self.value = {node: (score > 0) - (score < 0) for node, score in self.score.items()}
            self.plies = {}
        elif graph.is_sum:
            self.value = {node: 1 if self.grundy[node] else -1 for node in graph.nodes}
            self.plies = {}
        else:
            self.value, self.plies = solve(graph)

    def write(self, node):
        side = [" Left", " Right"][node[1]] if self.rules.partizan else ""
        return self.rules.write(node[0]) + side

    def stats(self):
        graph, nodes = self.graph, self.graph.nodes
        count = {v: sum(self.value[node] == v for node in nodes) for v in (1, 0, -1)}
        longest = max(self.plies.values(), default=None)
        examples = [node for node in nodes if self.plies.get(node) == longest]
        by_plies = {}
        for node, plies in self.plies.items():
            by_plies.setdefault(plies, {1: 0, -1: 0})[self.value[node]] += 1
        ties = [value for value in graph.decided.values() if value == 0]
        if self.score:
            ties += [node for node in nodes if node not in graph.decided and not graph.children[node]]
        more = {}
        if self.score:
            more = {"least_score": min(self.score.values()), "greatest_score": max(self.score.values())}
        return {
            "positions": len({position for position, _ in nodes}),
            "nodes": len(nodes) if self.rules.partizan else None,
            "win": count[1],
            "loss": count[-1],
            "draw": count[0],
            "ties": len(ties),
            "max_plies": longest,
            "longest": self.write(min(examples)) if longest is not None else None,
            **more,
            "by_plies": [{"plies": p, "win": by_plies[p][1], "loss": by_plies[p][-1]} for p in sorted(by_plies)],
            "start": self.start(),
        }

    def start(self):
        roots = self.graph.roots
        if self.rules.partizan:
            left, right = ({"value": NAMES[self.value[r]], "plies": self.plies.get(r)} for r in roots)
            pair = left["value"], right["value"]
            classes = {("win", "win"): "N", ("loss", "loss"): "P", ("win", "loss"): "L", ("loss", "win"): "R"}
            return {"left": left, "right": right, "outcome_class": classes.get(pair, "/".join(pair))}
        grundy = nim_sum(self.grundy, roots) if self.grundy or not roots else None
        value = (1 if grundy else -1) if self.graph.is_sum else self.value[roots[0]]
        plies = None if self.graph.is_sum else self.plies.get(roots[0])
        more = {"score": self.score[roots[0]]} if self.score else {}
        return {"value": NAMES[value], "plies": plies, "grundy": grundy, "outcome_class": None, **more}

    def truth(self, node):
        """The value that the file's claim should return at a node."""
        if self.rules.claim_of == "grundy":
            if node not in self.grundy:
                raise RuleError("the game has no Grundy values to claim")
            return self.grundy[node]
        if self.rules.claim_of == "score":
            return self.score[node]
        return self.value[node] if self.rules.claim_of == "outcome" else self.value[node] == 1

    def claim(self):
        """Whether the file's claim holds; if not, the first counterexample."""
        if not self.rules.has("claim"):
            return None
        wrong = []
        for node in self.graph.nodes:
            if node[1] == 1:
                continue  # claims are about positions with Left to move
            claimed, truth = self.rules.call("claim", node[0]), self.truth(node)
            if self.rules.claim_of == "win" and not isinstance(claimed, bool):
                raise RuleError("claim returned an int where a bool is due")
            if claimed != truth:
                wrong.append((self.graph.distance[node], node[0], claimed, truth))
        if not wrong:
            return {"holds": True}
        distance, position, claimed, truth = min(wrong)
        return {
            "holds": False,
            "position": self.rules.write(position),
            "plies_from_start": distance,
            "claimed": claimed,
            "truth": truth,
            "counterexamples": len(wrong),
        }

    def every(self):
        for node in sorted(self.graph.nodes):
            yield {
                "position": self.write(node),
                "value": NAMES[self.value[node]],
                "plies": self.plies.get(node),
                "grundy": self.grundy.get(node),
                **({"score": self.score[node]} if self.score else {}),
            }


def answer_calls(rules, lines):
    """Single functions on given positions."""
    for line in lines:
        request = json.loads(line)
        yield call(rules, request["function"], request.get("args", []))


def plain_value(value):
    return list(map(plain_value, value)) if isinstance(value, (list, tuple)) else value


def call(rules, function, arguments):
    """The result of one call, or the fault and its line."""
    position = frozen(tuple(arguments))
    try:
        if function in ("moves", "left", "right", "start", "split"):
            steps = rules.steps(function, position)
            return {"result": [[plain_value(to), *rest] for to, *rest in steps]}
        if function == "symmetry":
            return {"result": list(rules.call(function, position))}
        return {"result": plain_value(rules.call(function, position))}
    except RuleError as error:
        return {"fault": "shape", "line": None, "text": str(error)}
    except Exception as error:
        return checked.fault_of(error, rules.filename)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=pathlib.Path)
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--unfolded", action="store_true")
    parser.add_argument("--calls", action="store_true")
    options = parser.parse_args()
    settings = dict(pair.split("=", 1) for pair in options.set)
    source = options.file.read_text()
    if options.calls:
        rules = RuleFile(source, str(options.file), settings, with_checks=True)
        for answer in answer_calls(rules, sys.stdin):
            print(json.dumps(answer))
        return
    result = {"game": options.file.stem, "set": settings}
    try:
        rules = RuleFile(source, str(options.file), settings)
        answer = Answer(rules, Folding(rules))
        result.update(answer.stats())
        if options.unfolded:
            result["unfolded"] = len(Graph(rules, Folding(rules, on=False)).nodes)
        result["claim"] = answer.claim()
        if options.all:
            result["all"] = list(answer.every())
    except RuleError as error:
        result["error"] = str(error)
    json.dump(result, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
