"""Random rule programs: constants, helpers, and the functions of a game.

A program may fault when it runs, and often does; it must be a valid rule file.
"""

from statements import Function


def number(rng):
    return rng.choice([0, 1, 2, 3, 4, 5, 8, -1, -3]) if rng.random() < 0.95 else rng.choice([2**62, -(2**63), 2**63 - 1, 10**6])


COUNTED = """

def counted(n, items):
    for i in range(n % 4):
        if i == 2 and n > 5:
            return
        yield i + len(items)
    for item in items:
        if item == 3:
            continue
        yield item ^ n


def twofold(n):
    def add(m):
        return m ^ n

    return add(1) - add(n % 8)
""".rstrip().split("\n")


RECORDS = """

class Pair(NamedTuple):
    x: int
    y: int = 3


@dataclass(frozen=True)
class Spot:
    row: int
    col: int
""".rstrip().split("\n")


class Program:
    """The text of a random rule file, and random positions for it."""

    def __init__(self, rng):
        self.rng = rng
        self.shape = []  # "int", "bool" or the length of a list
        for _ in range(rng.randint(1, 4)):
            self.shape.append(rng.choice(["int", "int", "bool", rng.randint(1, 5), rng.randint(2, 4)]))
        self.fields = ["a", "b", "c", "d"][: len(self.shape)]
        self.helpers = []
        self.is_scored = rng.random() < 0.2
        self.source = "\n".join(self.constants() + self.write_helpers() + self.functions()) + "\n"

    def constants(self):
        rng = self.rng
        lengths = [rng.randint(1, 4) for _ in range(rng.randint(2, 3))]
        size = rng.randint(2, 5)
        self.tables = {
            "numbers": ["n", "twice"],
            "ints": ["TABLE", "SQUARES"],
            "pairs": ["PAIRS"],
            "ragged": [("RAGGED", lengths)],
            "texts": ["TEXTS"],
        }
        ragged = [[number(rng) for _ in range(length)] for length in lengths]
        pairs = [(number(rng), number(rng)) for _ in range(rng.randint(2, 4))]
        return [
            "import math",
            "from collections import Counter",
            "from dataclasses import dataclass",
            "from functools import reduce",
            "from itertools import combinations, pairwise, product",
            "from math import gcd, isqrt",
            "from typing import NamedTuple",
            "from kibitz import again, move, points, popcount",
            "",
            *(['play = "score"'] if self.is_scored else []),
            f"n = {rng.randint(2, 9)}",
            "twice = 2 * n - 1",
            f"TABLE = {[number(rng) for _ in range(rng.randint(1, 5))]}",
            f"SQUARES = [{rng.choice(['i * i', 'i * n', '7 - i', 'i % 3'])} for i in range({size})]",
            f"PAIRS = {pairs}",
            f"RAGGED = {ragged}",
            'TEXTS = ["one", "two", "three"]',
            f"DICT = {{0: {number(rng)}, 1: {number(rng)}, 2: {number(rng)}}}",
        ] + RECORDS

    def function(self):
        return Function(self.rng, self.tables, list(self.helpers))

    def write_helpers(self):
        lines = list(COUNTED)
        for i in range(self.rng.randint(1, 3)):
            result = self.rng.choice(["int", "int", "bool", "pair", "bag", "none"])
            parameters = [self.rng.choice(["int", "int", "bool", "pair", "list"]) for _ in range(self.rng.randint(1, 3))]
            if result == "none":
                parameters[0] = "list"
            names = [f"p{j}" for j in range(len(parameters))]
            body = self.function()
            body.budget = 5
            body.may_delete = False
            for name, kind in zip(names, parameters):
                body.bind(kind, name)
                if kind == "list":
                    body.fixed.append(name)
            if result != "none":
                body.returns = lambda f, result=result: f.line(f"return {f.value(result, 1, fresh=True)}")
            for _ in range(self.rng.randint(0, 3)):
                body.statement()
            if result == "none":
                body.item()
            else:
                body.returns(body)
            name = f"helper{i}"
            lines += ["", "", f"def {name}({', '.join(names)}):"] + body.lines
            self.helpers.append((name, parameters, result))
        if self.rng.random() < 0.4:
            lines += self.recursion()
        return lines

    def recursion(self):
        body = self.function()
        body.bind("int", "steps")
        body.bind("int", "x")
        self.helpers.append(("walk", ["int", "int"], "int"))
        return [
            "", "", "def walk(steps, x):",
            '    """Calls itself at most six deep."""',
            "    if steps <= 0 or steps > 6:",
            f"        return {body.int(1)}",
            f"    return walk(steps - 1, {body.int(1)}) {self.rng.choice(['+', '-', '^'])} {self.rng.choice(['x', 'walk(steps - 2, x)'])}",
        ]

    def game_function(self, name):
        body = self.function()
        for field, kind in zip(self.fields, self.shape):
            body.bind("list" if isinstance(kind, int) else kind, field)
            if isinstance(kind, int):
                body.fixed.append(field)
        return body, ["", "", f"def {name}({', '.join(self.fields)}):"]

    def functions(self):
        start = ["", "", "def start():", f"    yield {', '.join(map(repr, self.position(small=True)))}"]
        return start + self.moves() + self.over() + self.claim() + self.show()

    def moves(self):
        body, lines = self.game_function("moves")
        body.yields = self.write_yield
        for _ in range(self.rng.randint(2, 6)):
            body.statement()
        if not any("yield" in line for line in body.lines) or self.rng.random() < 0.5:
            self.write_yield(body)
        return lines + body.lines

    def write_yield(self, body):
        fields = ", ".join(self.field(body, name, kind) for name, kind in zip(self.fields, self.shape))
        how = self.rng.random()
        if self.is_scored and how < 0.6:
            inner = fields if how < 0.3 else f"again({fields})"
            # Points need one bit more than a number.
            scored = f"points({body.int(1)} % 1000 - 500, {inner})"
            body.line(f"yield {scored}" if how % 0.3 < 0.2 else f"yield move({body.label()}, {scored})")
        elif how < 0.5:
            body.line(f"yield {fields}")
        elif how < 0.75:
            body.line(f"yield move({body.label()}, {fields})")
        elif how < 0.9:
            body.line(f"yield again({fields})")
        else:
            body.line(f"yield move({body.label()}, again({fields}))")
        if self.rng.random() < 0.05:
            body.line(f"if {body.bool(1)}:")
            body.line("    return")

    def field(self, body, name, kind):
        """A value for one field of a successor."""
        if not isinstance(kind, int):
            return body.value(kind, 1)
        length = kind
        same = [n for n, k in zip(self.fields, self.shape) if k == length]
        source = self.rng.choice(same)
        bound = body.fresh()
        with body.binding(bound):
            item = body.int(1)
        return self.rng.choice([
            source, source, source, f"{source}.copy()", f"{source}[::-1]", f"sorted({source})",
            f"[{item} for {bound} in range({length})]", f"[{item} for {bound} in {source}]",
            f"{source}[1:] + {source}[:1]", f"[{body.int(0)}] * {length}",
            f"[{', '.join(body.int(0) for _ in range(length))}]",
        ])

    def over(self):
        if self.rng.random() < 0.3:
            return []
        body, lines = self.game_function("over")
        body.budget = 6
        body.returns = lambda f: f.line(f"return {self.rng.choice(['None', '1', '-1', '0'])}")
        for _ in range(self.rng.randint(0, 3)):
            body.statement()
        body.line(f"if {body.bool(2)}:")
        body.line(f"    return {body.int(1) if self.is_scored else self.rng.choice(['1', '-1', '0'])}")
        if self.rng.random() < 0.5:
            x, y = body.int(1), body.int(1)
            body.line(self.rng.choice([
                "return None", f"return -1 if {body.bool(1)} else None", f"return ({x} > {y}) - ({x} < {y})",
            ]))
        return lines + body.lines

    def claim(self):
        body, lines = self.game_function("claim")
        body.budget = 4
        body.returns = lambda f: f.line(f"return {f.bool(1)}")
        for _ in range(self.rng.randint(0, 2)):
            body.statement()
        body.line(f"return {body.bool(2)}")
        return lines + body.lines

    def show(self):
        if self.rng.random() < 0.4:
            return []
        body, lines = self.game_function("show")
        body.line(f"return {' + '.join(body.text() for _ in range(self.rng.randint(1, 3)))}")
        return lines + body.lines

    def position(self, small=False):
        """Random fields."""
        def one():
            return self.rng.randint(0, 5) if small else number(self.rng)
        return [
            one() if kind == "int" else self.rng.random() < 0.5 if kind == "bool" else [one() for _ in range(kind)]
            for kind in self.shape
        ]
