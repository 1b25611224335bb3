"""The graph of every rule file in `natural`, as CPython sees it.

    natural.py [NAME]...

One JSON object per line: {"file", "positions"}: for each component of a reachable
position the value of `over`, the successors by each function that yields moves, and
the value of `claim`.
"""

import json
import pathlib
import sys

from rulefile import RuleFile

FOLDER = pathlib.Path(__file__).resolve().parent / "natural"
MOST = 20_000


def parts(rules, position):
    """The components of a position, which do not split further."""
    if not rules.has("split"):
        return [position]
    pieces = [rules.plain(piece) for piece in rules.call("split", position)]
    return pieces if pieces == [position] else [part for piece in pieces for part in parts(rules, piece)]


def graph(path):
    rules = RuleFile(path.read_text(), path.name)
    movers = [name for name in ("moves", "left", "right") if rules.has(name)]
    queue = [part for start in rules.starts() for part in parts(rules, start)]
    found = set(queue)
    positions = {}
    for position in queue:
        over = rules.decided(position)
        entry = positions[rules.write(position)] = {"over": over}
        for name in movers:
            if over is not None:
                continue
            steps = rules.steps(name, position)
            entry[name] = [[rules.write(to), again, points] for to, again, points, _ in steps]
            for part in (part for to, *_ in steps for part in parts(rules, to)):
                if part not in found:
                    found.add(part)
                    queue.append(part)
        if rules.has("claim"):
            entry["claim"] = rules.call("claim", position)
        assert len(queue) <= MOST, f"{path.name} is too large"
    return {"file": path.name, "positions": positions}


def main():
    names = sys.argv[1:] or sorted(path.name for path in FOLDER.glob("*.py"))
    for name in names:
        print(json.dumps(graph(FOLDER / name)))


if __name__ == "__main__":
    main()
