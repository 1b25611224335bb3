"""Random rule programs with CPython's results.

    generate.py SEED COUNT [nested | forms]

With "nested" they use tuples of different lengths and lists of them, with "forms"
the richer forms of Python.

One JSON object per line: {"source", "calls": [{"function", "args", and "result",
or "fault" and "line"}]}. The same seed gives the same programs. Moves come as
lists of [position, again, points, label].
"""

import json
import random
import sys

import checked
import reference
from forms import Forms
from nested import Nested
from programs import Program
from rulefile import RuleFile

POSITIONS = 6
MOST_MOVES = 200


def cases(seed, kind):
    """A program and its calls."""
    rng = random.Random(seed)
    program = kind(rng)
    rules = RuleFile(program.source, "program.py", with_checks=True)
    calls = [call(rules, "start", [])]
    for _ in range(POSITIONS):
        position = program.position()
        for function in ["moves", "over", "claim", "show"]:
            if rules.has(function):
                calls.append(call(rules, function, position))
    short = [c for c in calls if not isinstance(c.get("result"), list) or len(c["result"]) <= MOST_MOVES]
    return {"source": program.source, "calls": short}


def call(rules, function, arguments):
    result = checked.attempt(lambda: reference.call(rules, function, arguments), rules.filename)
    return {"function": function, "args": arguments} | result


def main():
    seed, count = int(sys.argv[1]), int(sys.argv[2])
    kind = {"nested": Nested, "forms": Forms}.get("".join(sys.argv[3:]), Program)
    for i in range(count):
        print(json.dumps(cases(f"{seed}.{i}", kind)))


if __name__ == "__main__":
    main()
