"""Random expressions of the rule language, each of a known type.

Types: "int", "bool", "pair" (a tuple of two ints), "list" (of ints, with a fixed
length), "bag" (a list of ints that may grow and shrink, and may be used where a
list is expected).
"""

INTEGERS = [0, 1, 2, 3, 5, 7, 10, 63, 64, 70, -1, -2, -3, -7]
EXTREMES = [2**31, 2**62, 2**63 - 1, -(2**63), -(2**62), 10**9 + 7, 3037000500]


class Scope:
    """The names that an expression may use."""

    def __init__(self, rng, tables):
        self.rng = rng
        self.tables = tables  # names of constants by type: "ints", "pairs", "ragged", "texts", "numbers"
        self.sure = {}  # type: names that are bound for certain
        self.maybe = {}  # type: names that some path has bound
        self.helpers = []  # (name, types of the parameters, type of the result)
        self.loops = 0
        self.bound = 0  # names of comprehensions so far

    def chance(self, probability):
        return self.rng.random() < probability

    def name(self, kind):
        """A name of this type, seldom one that may be unbound; None if there is none."""
        maybe = self.maybe.get(kind)
        if maybe and self.chance(0.06):
            return self.rng.choice(maybe)
        sure = self.sure.get(kind)
        return self.rng.choice(sure) if sure else None

    # ---- ints ----

    def int(self, depth=2):
        if depth <= 0 or self.chance(0.2):
            return self.int_atom()
        return self.rng.choice(self.INTS)(self, depth - 1)

    def int_atom(self):
        name = self.name("int")
        if name and self.chance(0.75):
            return name
        if self.chance(0.04):
            return f"({self.rng.choice(EXTREMES)})"
        if self.chance(0.15):
            return self.rng.choice(self.tables["numbers"])
        number = self.rng.choice(INTEGERS)
        return str(number) if number >= 0 else f"({number})"

    def arithmetic(self, depth):
        sign = self.rng.choice(["+", "-", "+", "-", "*", "&", "|", "^"])
        text = f"{self.int(depth)} {sign} {self.int(depth)}"
        return text if self.chance(0.25) else f"({text})"

    def division(self, depth):
        sign = self.rng.choice(["//", "%"])
        divisor = self.rng.choice(["3", "(-3)", "7", "(-2)", "5"]) if self.chance(0.7) else self.int(depth)
        return f"({self.int(depth)} {sign} {divisor})"

    def shift(self, depth):
        count = self.rng.choice(["1", "3", "62", "63", "64", "70", f"(({self.int(depth)}) % 9)", self.int(0)])
        return f"({self.int(depth)} {self.rng.choice(['<<', '>>', '>>'])} {count})"

    def power(self, depth):
        exponent = self.rng.choice(["2", "3", f"(({self.int(depth)}) % 5)", "0", self.int(0)])
        if self.chance(0.3):
            return f"pow({self.int(depth)}, {exponent})"
        if self.chance(0.3):
            return f"pow({self.int(depth)}, ({self.int(depth)}) % 6, {self.rng.choice(['7', '(-5)', '1000003'])})"
        return f"({self.int(depth)}) ** {exponent}" if self.chance(0.5) else f"(-{self.int(0)} ** {exponent})"

    def unary(self, depth):
        return f"{self.rng.choice(['-', '~', '+'])}({self.int(depth)})"

    def choice(self, depth):
        return f"({self.int(depth)} if {self.bool(depth)} else {self.int(depth)})"

    def and_or(self, depth):
        return f"({self.int(depth)} {self.rng.choice(['and', 'or'])} {self.int(depth)})"

    def builtin(self, depth):
        return self.rng.choice([
            f"abs({self.int(depth)})",
            f"min({self.int(depth)}, {self.int(depth)})",
            f"max({self.int(depth)}, {self.int(depth)}, {self.int(0)})",
            f"int({self.bool(depth)})",
            f"(({self.bool(depth)}) + {self.int(depth)})",
            f"divmod({self.int(depth)}, {self.rng.choice(['4', '(-4)', self.int(0)])})[{self.rng.choice(['0', '1', '-1'])}]",
            f"gcd({self.int(depth)}, {self.int(depth)})",
            f"math.gcd({self.int(depth)}, {self.int(0)})",
            f"isqrt(abs({self.int(depth)}))",
            f"isqrt({self.int(0)})",
            f"popcount({self.int(depth)} & 1023)",
            f"len({self.list(depth)})",
            self.natural(depth),
        ])

    def natural(self, depth):
        """Forms that are rewritten into others: sets, generators, closures, the library."""
        x, y, items = self.int(depth), self.int(0), self.list(0)
        # What a generator's consumer captures is read before the first item.
        bound = self.rng.choice(INTEGERS)
        return self.rng.choice([
            f"len({{{x}, {y}, 2}})",
            f"sum(set({items}) | {{{x}}})",
            f"max({{{x}, {y}}} - {{0, 1}}, default={y})",
            f"sum({{q % 3 for q in {items}}} & {{{y}, 2}})",
            f"int({x} in {{{y}, 3}})",
            f"len([*{items}, {x}, *range(2)])",
            f"sum(counted({x}, {items}))",
            f"sum(q ^ ({bound}) for q in counted({x}, {items}) if q > 1)",
            f"int(any(q > {bound} for q in counted({x}, {items})))",
            f"max(list(counted({x}, {items})), default=7)",
            f"reduce(lambda p, q: p * 3 ^ q, {items}, {x})",
            f"sum(p ^ q for p, q in pairwise({items}))",
            f"sum(p & q for p, q in combinations({items}, 2))",
            f"sum(p - q for p, q in product({items}, (1, {y})))",
            f"sum(map(lambda q: q ^ {y}, {items}))",
            f"twofold({x})",
            self.table(x, y, items),
        ])

    def table(self, x, y, items):
        """Forms with dicts, records and strings."""
        known = self.name("dict")
        if known and self.chance(0.6):
            return self.rng.choice([
                f"{known}.get({x}, {y})",
                f"{known}[{x}]",
                f"len({known})",
                f"int({x} in {known})",
                f"sum({known}.values())",
                f"sum(p ^ q for p, q in {known}.items() if p > 1)",
                f"max({known}, default={y})",
                f"int({known} == {{{x}: {y}}})",
                f"sorted({known}.items())[0][1]",
            ])
        return self.rng.choice([
            f"{{{x}: 1, {y}: 2, 3: 4}}.get({y}, {x})",
            f"{{{x}: {y}, 0: 1, 1: 2}}[({y}) % 3]",
            f"len({{q % 3: q for q in {items}}})",
            f"sum(p * q for p, q in {{q: q % 4 for q in {items}}}.items())",
            f"Counter({items})[{x}]",
            f"max(Counter({items}).values(), default={y})",
            f"Counter({items}).most_common(1)[0][0]",
            f"len({{**DICT, {x}: 1}})",
            f"DICT[({x}) % 4]",
            f"DICT.get({x}, {y})",
            f"max(DICT, key=DICT.get)",
            f"Spot({x}, {y}).col",
            f"Pair({x}, {y})[1]",
            f"max(Pair({y}, {x}), (1, 2))[0]",
            f"int(Spot({x}, {y}) == Spot(1, 2))",
            f"Pair(y={y}, x=2).x",
            f"({x}).bit_length()",
            f'len("a bb ccc".split()[({x}) % 3])',
            f'int(str({x}).strip("-"))',
            f'len(TEXTS[({x}) % 3].upper().split("E"))',
        ])

    def index(self, depth):
        pair = self.name("pair")
        if pair and self.chance(0.3):
            return f"{pair}[{self.rng.choice(['0', '1', '-1', '-2'])}]"
        if self.chance(0.25):
            name, lengths = self.rng.choice(self.tables["ragged"])
            row = self.rng.randrange(-len(lengths), len(lengths))
            column = f"({self.int(depth)}) % {min(lengths)}" if self.chance(0.8) else self.int(0)
            return f"{name}[{row if self.chance(0.5) else f'({self.int(0)}) % {len(lengths)}'}][{column}]"
        items = self.list(0)
        if self.chance(0.8):
            return f"{items}[({self.int(depth)}) % len({items})]" if items.isidentifier() else f"{items}[0]"
        return f"{items}[{self.rng.choice(['0', '-1', '1', '-2', '3', self.int(0)])}]"

    def fold(self, depth):
        """A comprehension that becomes an int."""
        name, clause = self.clause(depth)
        with self.binding(name):
            value = self.int(depth)
            test = self.bool(depth)
        return self.rng.choice([
            f"sum({value} {clause})",
            f"sum({test} {clause})",
            f"sum(({value} {clause}), {self.int(0)})",
            f"max([{value} {clause}] + [{self.int(0)}])",
            f"min({value} {clause})",
            f"len([{value} {clause} if {test}])",
            f"sum({value} {clause} if {test})",
        ])

    def by_key(self, depth):
        name = self.fresh()
        with self.binding(name):
            key = self.int(depth)
        items = self.list(depth)
        return f"{self.rng.choice(['min', 'max'])}({items}, key=lambda {name}: {key})"

    def of_list(self, depth):
        items = self.list(depth)
        return self.rng.choice([
            f"sum({items})", f"len({items})", f"max({items} + [0])", f"min({items})", f"{items}.count({self.int(0)})",
            f"sorted({items} + [1])[{self.rng.choice(['0', '-1'])}]",
        ])

    def index_of(self, depth):
        items = self.name("list") or "[1, 2]"
        return f"({items}.index({self.int(0)}) if {self.int(0)} in {items} else {self.int(0)})"

    def call_int(self, depth):
        return self.call("int", depth) or self.int_atom()

    INTS = [
        arithmetic, arithmetic, arithmetic, division, division, shift, power, unary, choice, and_or,
        builtin, builtin, index, index, fold, by_key, of_list, index_of, call_int,
    ]

    # ---- bools ----

    def bool(self, depth=2):
        if depth <= 0:
            name = self.name("bool")
            return name if name and self.chance(0.5) else f"{self.int_atom()} {self.comparison()} {self.int_atom()}"
        return self.rng.choice(self.BOOLS)(self, depth - 1)

    def comparison(self):
        return self.rng.choice(["<", "<=", ">", ">=", "==", "!="])

    def compare(self, depth):
        return f"({self.int(depth)} {self.comparison()} {self.int(depth)})"

    def chain(self, depth):
        return f"({self.int(0)} {self.comparison()} {self.int(depth)} {self.comparison()} {self.int(0)})"

    def compare_pairs(self, depth):
        return f"({self.pair(depth)} {self.comparison()} {self.pair(depth)})"

    def compare_lists(self, depth):
        return f"({self.list(depth)} {self.rng.choice(['==', '!='])} {self.list(0)})"

    def logic(self, depth):
        return f"({self.bool(depth)} {self.rng.choice(['and', 'or'])} {self.bool(depth)})"

    def bits(self, depth):
        return f"(({self.bool(depth)}) {self.rng.choice(['&', '|', '^'])} ({self.bool(depth)}))"

    def negation(self, depth):
        return f"(not {self.bool(depth) if self.chance(0.7) else self.int(0)})"

    def member(self, depth):
        if self.chance(0.15):
            return f"({self.pair(depth)} in {self.rng.choice(self.tables['pairs'])})"
        inside = self.rng.choice([self.list(0), "[1, 2, 3]", self.rng.choice(self.tables["ints"])])
        return f"({self.int(depth)} {self.rng.choice(['in', 'not in'])} {inside})"

    def any_all(self, depth):
        name, clause = self.clause(depth)
        with self.binding(name):
            return f"{self.rng.choice(['any', 'all'])}({self.bool(depth)} {clause})"

    def to_bool(self, depth):
        return f"bool({self.int(depth)})"

    def call_bool(self, depth):
        return self.call("bool", depth) or self.bool(0)

    BOOLS = [
        compare, compare, compare, chain, chain, compare_pairs, compare_lists, logic, logic, bits,
        negation, member, any_all, to_bool, call_bool,
    ]

    # ---- pairs ----

    def pair(self, depth=1):
        name = self.name("pair")
        if name and self.chance(0.4):
            return name
        if self.chance(0.15):
            return f"divmod({self.int(depth)}, {self.rng.choice(['3', '(-5)'])})"
        if self.chance(0.15):
            return f"{self.rng.choice(['min', 'max'])}(({self.int(0)}, {self.int(0)}), ({self.int(0)}, {self.int(0)}))"
        if self.chance(0.1):
            bound = self.fresh()
            with self.binding(bound):
                return f"tuple({self.int(depth)} for {bound} in range(2))"
        if self.chance(0.15):
            return f"{self.rng.choice(self.tables['pairs'])}[{self.rng.choice(['0', '-1', '1'])}]"
        called = self.call("pair", depth) if self.chance(0.1) else None
        return called or f"({self.int(depth)}, {self.int(depth)})"

    # ---- lists ----

    def list(self, depth=1):
        """A list that may be read and written, of any length."""
        name = self.name(self.rng.choice(["list", "bag", "list"])) or self.name("list")
        if name and (depth <= 0 or self.chance(0.7)):
            return name
        return self.bag(depth) if depth > 0 else self.rng.choice(self.tables["ints"])

    def bag(self, depth=1):
        """A list without aliases."""
        return self.rng.choice(self.BAGS)(self, max(depth - 1, 0))

    def literal(self, depth):
        return "[" + ", ".join(self.int(depth) for _ in range(self.rng.randint(1, 4))) + "]"

    def comprehension(self, depth):
        name, clause = self.clause(depth)
        with self.binding(name):
            test = f" if {self.bool(depth)}" if self.chance(0.4) else ""
            return f"[{self.int(depth)} {clause}{test}]"

    def slice(self, depth):
        source = self.list(0)
        bounds = [self.rng.choice(["", str(self.rng.randint(-6, 6)), self.int(0)]) for _ in range(2)]
        step = self.rng.choice(["", ":", ":2", ":-1", ":-2", ":3", f":{self.int(0)}"])
        return f"{source}[{bounds[0]}:{bounds[1]}{step}]"

    def repeat(self, depth):
        return f"([{self.int(0)}] * {self.rng.choice(['3', '0', '(-1)', f'(({self.int(depth)}) % 5)'])})"

    def joined(self, depth):
        return f"({self.list(0)} + {self.literal(depth)})"

    def from_generator(self, depth):
        name, clause = self.clause(depth)
        with self.binding(name):
            return f"{self.rng.choice(['list', 'sorted'])}({self.int(depth)} {clause})"

    def nested(self, depth):
        """Two loops, the inner one over what the outer one binds."""
        outer, inner = self.fresh(), self.fresh()
        with self.binding(outer):
            over = self.range(0)
            with self.binding(inner):
                return f"[{self.int(depth)} for {outer} in range({self.rng.randint(0, 3)}) for {inner} in {over}]"

    def in_pairs(self, depth):
        """Two names, of `enumerate`, `zip` or a table of pairs."""
        a, b = self.fresh(), self.fresh()
        over = self.rng.choice([
            f"enumerate({self.list(0)})", f"zip({self.list(0)}, {self.list(0)})", self.rng.choice(self.tables["pairs"]),
        ])
        with self.binding(a), self.binding(b):
            return f"[{self.int(depth)} for {a}, {b} in {over}]"

    def sorting(self, depth):
        name = self.fresh()
        with self.binding(name):
            key = self.int(depth)
        options = self.rng.choice(["", ", reverse=True", f", key=lambda {name}: {key}", f", key=lambda {name}: {key}, reverse=True"])
        return f"sorted({self.list(0)}{options})"

    def copying(self, depth):
        source = self.list(0)
        return self.rng.choice([f"{source}.copy()", f"{source}[:]", f"list({source})", f"list(reversed({source}))"])

    def counting(self, depth):
        return f"list({self.range(depth)})"

    BAGS = [
        literal, literal, comprehension, slice, slice, repeat, joined, sorting, copying, counting,
        from_generator, nested, in_pairs,
    ]

    def value(self, kind, depth, fresh=False):
        """A value to bind to a name. Constants are never bound, so that no statement modifies them."""
        if kind == "bag" and self.chance(0.15):
            return self.call("bag", depth) or self.bag(depth)
        if kind == "list":
            return (None if fresh else self.name("list")) or self.bag(depth)
        return getattr(self, kind)(depth)

    # ---- iterables ----

    def range(self, depth):
        few = f"({self.int(depth)}) % {self.rng.randint(2, 6)}"
        return self.rng.choice([
            f"range({few})",
            f"range({self.rng.randint(1, 5)})",
            f"range({self.rng.randint(-2, 2)}, {few})",
            f"range({few}, {self.rng.randint(-4, 0)}, {self.rng.choice(['-1', '-2'])})",
            f"range({self.rng.randint(-3, 3)}, {self.rng.randint(0, 9)}, {self.rng.choice(['1', '2', '3', f'({self.int(0)}) % 4'])})",
            f"reversed(range({few}))",
        ])

    def clause(self, depth):
        """`for name in …` of a comprehension over one name."""
        name = self.fresh()
        over = self.range(depth) if self.chance(0.5) else self.list(0)
        return name, f"for {name} in {over}"

    def fresh(self):
        self.bound += 1
        return f"v{self.bound}"

    def binding(self, name):
        return Binding(self, name)

    def call(self, kind, depth):
        """A helper that returns this type; seldom inside loops, which multiply."""
        fitting = [helper for helper in self.helpers if helper[2] == kind]
        if not fitting or self.loops > 1:
            return None
        name, parameters, _ = self.rng.choice(fitting)
        arguments = [self.value(parameter, min(depth, 1)) for parameter in parameters]
        return f"{name}({', '.join(arguments)})"

    # ---- text ----

    def label(self):
        """Text that cannot fault, so that it is unobservable whether a label is evaluated."""
        sure = self.sure.get("int")
        number = self.rng.choice(sure) if sure else self.rng.choice(self.tables["numbers"])
        text = f"{self.rng.choice(self.tables['texts'])}[{self.rng.randint(-3, 2)}]"
        return self.rng.choice(['"go"', text, f"str({number})", f'f"{{{number}}} to {{{text}}}"', f'"<" + {text} + ">"'])

    def text(self, depth=1):
        texts = self.tables["texts"]
        return self.rng.choice([
            lambda: f'f"{{{self.name("int") or 7}}} and {{{self.rng.choice(texts)}[{self.rng.randint(-2, 1)}]}}"',
            lambda: f"str({self.int(depth)})",
            lambda: f"str({self.bool(depth)})",
            lambda: f'"ab" * (({self.int(0)}) % 4)',
            lambda: f'", ".join(str(w * 2) for w in {self.list(0)})',
            lambda: f'("yes" if {self.bool(depth)} else "no")',
            lambda: f"{self.rng.choice(texts)}[({self.int(0)}) % 3]",
            lambda: f'str({self.int(0)}) + "/" + str({self.int(0)})',
            lambda: f'f"<{{{self.int_atom()}}}>"',
        ])()


class Binding:
    """While a comprehension's own name is bound."""

    def __init__(self, scope, name):
        self.scope = scope
        self.name = name

    def __enter__(self):
        self.scope.loops += 1
        self.scope.sure.setdefault("int", []).append(self.name)

    def __exit__(self, *_):
        self.scope.loops -= 1
        self.scope.sure["int"].remove(self.name)
