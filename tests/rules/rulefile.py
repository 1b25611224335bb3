"""A rule file in CPython: loaded with its parameters set, with positions and moves
in one canonical representation.

A position is a tuple of fields. If `moves` has one parameter, its only field is what
was yielded; else what was yielded is the tuple of the fields. Fields are immutable: a
list is a `FrozenList`, which becomes a new list where a function gets it.
"""

import ast
import dataclasses
import enum
import functools
import importlib.util
import inspect
import pathlib
import sys
import types

import checked

SHIM = pathlib.Path(__file__).resolve().parents[2] / "crates/rules/src/shim/kibitz.py"


class RuleError(Exception):
    """The file is not a valid rule file, or has no result for a request."""


class FrozenList(tuple):
    """A list inside a position."""

    def __repr__(self):
        return str(list(self))


def is_member(value):
    """Whether a value is a member of an Enum: a record of its value."""
    return isinstance(value, enum.Enum) and not isinstance(value, int)


def is_record(value):
    """Whether a value is a NamedTuple, a dataclass or a member of an Enum."""
    return hasattr(value, "_fields") or dataclasses.is_dataclass(value) or is_member(value)


def parts_of(record):
    """The fields of a record."""
    if is_member(record):
        return (record.value,)
    names = getattr(record, "_fields", None) or [field.name for field in dataclasses.fields(record)]
    return tuple(getattr(record, name) for name in names)


def rebuilt(record, change):
    """A record of the same class with other fields."""
    return record if is_member(record) else type(record)(*map(change, parts_of(record)))


def frozen(value):
    """An immutable copy of a value."""
    if isinstance(value, list):
        return FrozenList(map(frozen, value))
    if is_record(value):
        return rebuilt(value, frozen)
    if isinstance(value, tuple):
        return tuple(map(frozen, value))
    return frozenset(map(frozen, value)) if isinstance(value, (set, frozenset)) else value


def thawed(value):
    """A copy of a value with lists again."""
    if isinstance(value, FrozenList):
        return list(map(thawed, value))
    if is_record(value):
        return rebuilt(value, thawed)
    return tuple(map(thawed, value)) if isinstance(value, tuple) else value


def text_of(value):
    """A value as Python writes it, with the items of sets in order, and records as tuples."""
    if is_record(value):
        return text_of(parts_of(value))
    if isinstance(value, FrozenList):
        return f"[{', '.join(map(text_of, value))}]"
    if isinstance(value, tuple):
        return f"({', '.join(map(text_of, value))}{',' if len(value) == 1 else ''})"
    if isinstance(value, frozenset):
        return f"frozenset({{{', '.join(map(text_of, sorted(value)))}}})" if value else "frozenset()"
    return repr(int(value)) if isinstance(value, int) and not isinstance(value, bool) else repr(value)


def kind_of(field):
    """What all values of a field of positions have in common: members of an IntEnum are ints."""
    if isinstance(field, list):
        return len(field)
    return int if isinstance(field, enum.IntEnum) else type(field)


@functools.cache
def load_shim():
    """The module that `kibitz shim` writes."""
    spec = importlib.util.spec_from_file_location("kibitz", SHIM)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def set_parameters(tree, settings):
    """Replaces literals of top-level constants."""
    constants = {}
    for statement in tree.body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            constants[statement.targets[0].id] = statement
    for name, text in settings.items():
        if name not in constants or name in ("play", "cycles", "claim_of"):
            raise RuleError(f"no parameter {name}")
        value = ast.parse(text.strip(), mode="eval").body
        try:
            old, new = ast.literal_eval(constants[name].value), ast.literal_eval(value)
        except ValueError:
            raise RuleError(f"{name} is computed, or its new value is not a literal") from None
        if type(old) is not type(new):
            raise RuleError(f"{name} is of another type")
        constants[name].value = ast.copy_location(value, constants[name].value)


class RuleFile:
    """The functions of a rule file, on positions in that representation."""

    def __init__(self, source, filename="<rules>", settings=None, with_checks=False):
        self.filename = filename
        self.shim = load_shim()
        tree = ast.parse(source, filename)
        set_parameters(tree, settings or {})
        ast.fix_missing_locations(tree)
        # Dataclasses look up their module.
        self.module = sys.modules["rules"] = types.ModuleType("rules")
        self.names = self.module.__dict__
        if with_checks:
            self.names.update(checked.names())
            code = checked.compile_checked(tree, filename)
        else:
            code = compile(tree, filename, "exec")
        earlier = sys.modules.get("kibitz")
        sys.modules["kibitz"] = self.shim
        try:
            exec(code, self.names)
        finally:
            if earlier is None:
                del sys.modules["kibitz"]
            else:
                sys.modules["kibitz"] = earlier
        self.play = self.names.get("play", "normal")
        self.cycles = self.names.get("cycles", "draw")
        self.claim_of = self.names.get("claim_of", "win")
        if self.play not in ("normal", "misere", "score") or self.cycles not in ("draw", "error"):
            raise RuleError("play is normal, misere or score, cycles is draw or error")
        if self.claim_of not in ("win", "outcome", "grundy", "score"):
            raise RuleError("claim_of is win, outcome, grundy or score")
        self.partizan = self.has("left")
        if self.partizan != self.has("right") or self.partizan == self.has("moves"):
            raise RuleError("a file has moves, or left and right")
        mover = self.names["left" if self.partizan else "moves"]
        self.fields = list(inspect.signature(mover).parameters)
        self.kinds = None
        self.is_strict = with_checks

    def has(self, name):
        return callable(self.names.get(name))

    def call(self, name, position):
        """A function of the file on a position; lists are passed as new lists."""
        return self.names[name](*map(thawed, position))

    def plain(self, given):
        """A snapshot of a yielded or returned position."""
        is_named = isinstance(given, (self.shim.move, self.shim.points, self.shim.again))
        if is_named:
            given = given.fields
        if len(self.fields) == 1:
            given = given if is_named and len(given) == 1 else (given,)
        elif is_named and len(given) == 1 and isinstance(given[0], tuple):
            given = given[0]
        elif not isinstance(given, tuple):
            given = (given,)
        kinds = list(map(kind_of, given))
        if self.kinds is None:
            self.kinds = kinds
        if len(kinds) != len(self.kinds) or len(kinds) != len(self.fields):
            raise RuleError(f"{given} has not the shape of a position")
        position = []
        for field, kind, due in zip(given, kinds, self.kinds):
            if due is int and kind is bool:
                field = int(field)
            elif self.is_strict and kind != due:
                raise RuleError(f"{field} where a field is {due}")
            position.append(frozen(field))
        return tuple(position)

    def step(self, given):
        """A yielded move: successor, whether the same player moves again, points, label."""
        again = isinstance(given, self.shim.again) or getattr(given, "again", False)
        label = given.name if isinstance(given, self.shim.move) else None
        return self.plain(given), again, getattr(given, "points", 0), label

    def steps(self, name, position):
        return [self.step(given) for given in self.call(name, position)]

    def starts(self):
        given = self.names["start"]()
        positions = given if inspect.isgenerator(given) else [given]
        return list(map(self.plain, positions))

    def decided(self, position):
        """1, -1 or 0 (a score in score play) if the game is over, for the mover (or Left), else None."""
        if not self.has("over"):
            return None
        value = self.call("over", position)
        if value is not None and value not in (1, 0, -1) and self.play != "score":
            raise RuleError(f"over returned {value}")
        return value

    def write(self, position):
        """A position in text notation: me=[0, 3] opp=[1, 7]."""
        return " ".join(f"{name}={text_of(field)}" for name, field in zip(self.fields, position))
