"""Writes examples/expected.json: CPython's results for every example.

    expected.py [NAME]...

With names only those examples are solved again; the others keep their entries.
Every published result below is compared with that of the reference solver, and a
difference stops the run. Results too large for CPython are entered as
published. Nothing in the file comes from kibitz itself.
"""

import json
import pathlib
import sys

from reference import Answer, Folding
from rulefile import RuleFile

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"

# Besides the default parameters of every example.
SETTINGS = [
    ("tictactoe", {"fold": "False"}),
    ("domineering", {"rows": "2", "cols": "2"}),
    ("domineering", {"rows": "3", "cols": "3"}),
    ("cram", {"rows": "3", "cols": "3"}),
    ("cram", {"rows": "3", "cols": "4"}),
    ("subtraction", {"n": "20"}),
    ("nim", {"heaps": "[1, 2, 3]"}),
    ("misere_nim", {"heaps": "[1, 1, 1]"}),
    ("numbers", {"cards": "4", "modulus": "4"}),
    ("three_mens_morris", {"stones": "4"}),
    ("octal", {"code": "[7, 7]", "heaps": "[100]"}),
    ("no_repeat", {"most": "4"}),
    ("kalah", {"pits": "2", "seeds": "3"}),
    ("fibonacci_nim", {"n": "55"}),
    ("chomp", {"rows": "3", "cols": "5"}),
    ("dots_and_boxes", {"rows": "1", "cols": "2"}),
    ("dots_and_boxes_points", {"rows": "1", "cols": "3"}),
    ("coins_in_a_row", {"coins": "[1, 5, 2]"}),
    ("hexapawn", {"n": "4"}),
    ("maker_breaker", {"full": "0"}),
]

# Example, settings, path of the field, value, source.
PUBLISHED = [
    ("numbers", {}, "positions", 244496, "the positions that all ones against all ones reach"),
    ("marbles", {}, "positions", 65536, "all subsets of 16 cells"),
    ("marbles", {}, "loss", 6808, "Luogu P7395"),
    ("boxes", {}, "start.value", "loss", "the sample of HDU 3389: Bob"),
    ("piles", {}, "start.value", "win", "the sample of Game of Cards"),
    ("nine", {}, "start.value", "win", "the first sample of Codeforces 1769 D1: Alice"),
    ("subtraction", {"n": "20"}, "start.value", "loss", "Bachet 1612"),
    ("nim", {}, "start.grundy", 3 ^ 5 ^ 7, "Bouton 1901"),
    ("nim", {"heaps": "[1, 2, 3]"}, "start.value", "loss", "Bouton 1901"),
    ("misere_nim", {"heaps": "[1, 1, 1]"}, "start.value", "loss", "Bouton 1901"),
    ("kayles", {}, "claim.holds", True, "Guy and Smith 1956: period 12 from 71"),
    ("dawson", {}, "claim.holds", True, "Guy and Smith 1956: period 34 from 53"),
    ("octal", {"code": "[7, 7]", "heaps": "[100]"}, "start.grundy", 1, "Guy and Smith 1956"),
    ("grundy", {}, "loss", 10, "OEIS A036685: 1, 2, 4, 7, 10, 20, 23, 26, 50, 53 up to 60"),
    ("wythoff", {}, "claim.holds", True, "Wythoff 1907"),
    ("euclid", {}, "claim.holds", True, "Cole and Davie 1969"),
    ("chomp", {}, "start.value", "win", "Gale 1974"),
    ("tictactoe", {}, "positions", 765, "up to symmetry"),
    ("tictactoe", {"fold": "False"}, "positions", 5478, "well known"),
    ("tictactoe", {}, "start.value", "draw", "well known"),
    ("connect_four", {}, "positions", 161029, "Tromp"),
    ("connect_four", {}, "start.value", "draw", "Tromp"),
    ("domineering", {}, "start.outcome_class", "N", "Berlekamp, Conway, Guy"),
    ("domineering", {"rows": "2", "cols": "2"}, "start.outcome_class", "N", "Berlekamp, Conway, Guy"),
    ("domineering", {"rows": "3", "cols": "3"}, "start.outcome_class", "N", "Berlekamp, Conway, Guy"),
    ("domineering", {"rows": "5", "cols": "5"}, "start.outcome_class", "P", "Breuker, Uiterwijk, van den Herik 2000"),
    ("cram", {}, "start.grundy", 0, "Gardner: even by even is lost by symmetry"),
    ("cram", {"rows": "3", "cols": "3"}, "start.grundy", 0, "Lemoine and Viennot"),
    ("quixo", {}, "start.value", "win", "Tanaka, Bonnet, Tixeuil, Tamura 2020"),
    ("quixo", {}, "start.plies", 7, "Tanaka, Bonnet, Tixeuil, Tamura 2020"),
    ("quixo", {"n": "4"}, "positions", 41252115, "counted by another program"),
    ("quixo", {"n": "4"}, "start.value", "win", "Tanaka, Bonnet, Tixeuil, Tamura 2020"),
    ("snort", {}, "start.outcome_class", "N", "symmetry"),
    ("hexapawn", {}, "start.value", "loss", "Gardner 1962"),
    ("dots_and_boxes", {}, "start.value", "win", "Winning Ways"),
    ("dots_and_boxes_points", {}, "start.value", "win", "Winning Ways"),
    ("stone_game", {}, "start.score", 10 - 16, "LeetCode 1140: the first player gets 10 of 26"),
    ("hare_and_hounds", {}, "start.value", "win", "Winning Ways: the hounds win"),
    ("northcott", {}, "claim.holds", True, "Winning Ways"),
    ("nim_with_a_pass", {}, "claim.holds", False, "no law is known"),
    ("fibonacci_nim", {}, "claim.holds", True, "Whinihan 1963"),
    ("fibonacci_nim", {"n": "55"}, "start.value", "loss", "Whinihan 1963"),
    ("geography", {}, "claim.holds", True, "Fraenkel, Scheinerman, Ullman 1993"),
    ("sim", {"dots": "6"}, "start.value", "loss", "Mead, Rosa, Huang 1974"),
    ("l_game", {}, "positions", 18368, "8 times 2,296"),
    ("l_game", {}, "loss", 232, "8 times 15 stuck and 14 more lost"),
    ("l_game", {}, "start.value", "draw", "Winning Ways"),
    ("lasker_nim", {}, "claim.holds", True, "Lasker 1931"),
    ("mock_turtles", {}, "claim.holds", True, "Winning Ways"),
    ("turning_corners", {}, "claim.holds", True, "Conway"),
    ("notakto", {}, "start.value", "win", "Plambeck and Whitehead 2013"),
    ("ed", {}, "claim.holds", True, "Luogu P2148"),
    ("calendar_game", {}, "claim.holds", False, "POJ 1082: two dates a year are exceptions"),
    ("pong_hau_ki", {}, "start.value", "draw", "Straffin 1995"),
    ("maker_breaker", {}, "start.left.value", "win", "well known: the Maker wins first"),
    ("divisors", {}, "claim.holds", True, "Nim on the exponents"),
    ("prime_powers", {}, "claim.holds", True, "multiples of 6 are never prime powers"),
    ("silver_dollar", {}, "claim.holds", True, "de Bruijn; Winning Ways"),
]


def solve(name, settings):
    """The reference solver's results for an example."""
    rules = RuleFile((EXAMPLES / f"{name}.py").read_text(), f"{name}.py", settings)
    answer = Answer(rules, Folding(rules))
    return {"game": name, "set": settings, **answer.stats(), "claim": answer.claim()}


def field(entry, path):
    for name in path.split("."):
        entry = entry[name]
    return entry


def published_only(name, settings):
    """An entry with the published fields and no others."""
    entry = {"game": name, "set": settings, "published_only": True}
    for other, for_settings, path, value, _ in PUBLISHED:
        if (other, for_settings) == (name, settings):
            inside = entry
            *outer, last = path.split(".")
            for part in outer:
                inside = inside.setdefault(part, {})
            inside[last] = value
    return entry


def main():
    target = EXAMPLES / "expected.json"
    wanted = sys.argv[1:]
    kept = json.loads(target.read_text()) if wanted and target.exists() else []
    names = sorted(path.stem for path in EXAMPLES.glob("*.py"))
    cases = [(name, {}) for name in names] + SETTINGS
    entries = [entry for entry in kept if entry["game"] not in wanted]
    for name, settings in cases:
        if not wanted or name in wanted:
            print(name, settings, file=sys.stderr, flush=True)
            entries.append(solve(name, settings))
    done = {(entry["game"], json.dumps(entry["set"])): entry for entry in entries}
    for name, settings, path, value, source in PUBLISHED:
        key = name, json.dumps(settings)
        if key not in done:
            done[key] = published_only(name, settings)
        found = field(done[key], path)
        if found != value:
            sys.exit(f"{name} {settings}: {path} is {found}, but {value} by {source}")
    entries = [done[key] for key in sorted(done)]
    target.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in entries) + "\n]\n")


if __name__ == "__main__":
    main()
