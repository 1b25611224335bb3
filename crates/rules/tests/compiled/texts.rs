//! Strings: small programs at many strings.

use serde_json::{Value as Json, json};

use super::cpython::compare_cases;
use crate::interpret::cpython::Case;

/// The strings of positions, as far as there is space for them.
const TEXTS: [&str; 12] = [
    "", "a", "b", "ab", "aa", "abca", "aaaa", "xyz ", "  ", "-12", "äbÄ", "😀a\n",
];
/// The numbers of positions.
const NUMBERS: [i64; 7] = [-9, -2, -1, 0, 1, 3, 97];

/// The beginning of every program: two strings and a number. With several
/// positions at the start, the lengths of strings are not fixed.
const FIXED: &str = "def start():\n    yield \"abca\", \"b\", 3\n";
const VARYING: &str = "def start():\n    yield \"abca\", \"xyz \", 3\n    yield \"\", \"\", 0\n";

/// Strings as numbers.
const CODE: &str = "def code(text):\n    n = len(text)\n    for letter in text:\n        n = n * 31 + ord(letter) & 0xFFFFFFFF\n    return n\n";

fn positions() -> Vec<Vec<Json>> {
    let mut positions = Vec::new();
    for s in TEXTS {
        for t in TEXTS {
            positions.extend(NUMBERS.map(|n| vec![json!(s), json!(t), json!(n)]));
        }
    }
    positions
}

/// Compares programs, each the body of `moves(s, t, n)`.
fn compare(names: &str, head: &str, bodies: &[&str]) {
    let calls: Vec<(String, Vec<Json>)> = positions()
        .into_iter()
        .map(|position| ("moves".to_owned(), position))
        .collect();
    for (start, kind) in [(FIXED, "fixed"), (VARYING, "varying")] {
        let case = |body: &&str| {
            let body = body.replace('\n', "\n    ");
            let source = format!("{head}\n{CODE}\n{start}\ndef moves(s, t, n):\n    {body}\n");
            Case {
                name: format!("{names}, {kind} lengths:\n{source}"),
                source,
                calls: calls.clone(),
            }
        };
        let cases: Vec<Case> = bodies.iter().map(case).collect();
        compare_cases(&cases);
    }
}

macro_rules! texts {
    ($($name:ident: $head:expr, $($body:expr),*;)*) => {
        $(#[test]
        fn $name() {
            compare(stringify!($name), $head, &[$($body),*]);
        })*
    };
}

texts! {
    items: "",
        "yield s[n], t, n",
        "yield s, s[-1], n\nyield s, s[0], n",
        "yield s, t, len(\"hello\"[n])\nyield \"abcd\"[n], t, ord(\"xyz\"[n])",
        "yield s, t, code((s + t)[n])";
    slices: "",
        "yield s[1:], t[:1], n\nyield s[:-1], t, n\nyield s[::-1], t, len(s[1:3])",
        "yield s[n:], t, n\nyield s[:n], t, n\nyield s[n:n + 2], t, n",
        "yield s[::n], t, n",
        "yield s, t, code((s + t)[n::-2])\nyield s, t, code((s + t)[-3:n])",
        "yield s[2:3], t, n\nyield s[2:2], t, n";
    sums: "",
        "yield s, t, code(s + t + s)\nyield s, t, code(\"<\" + s + \">\")",
        "yield s, t, code(s * n if n < 50 else s)\nyield s, t, code(2 * s)",
        "yield s, t, code(s[:n] + \"x\" + s[n + 1:])",
        "r = \"\"\nfor c in s:\n    r = c + r\n    if c == \"b\":\n        r += \"-\"\nyield s, t, code(r)",
        "r = s\nr += t\nr *= 2\nyield s, t, code(r)",
        "yield s + t, t, n";
    equality: "",
        "yield s, t, s == t\nyield s, t, s != \"abca\"\nyield s, t, s == \"a\"\nyield s, t, \"\" == t",
        "yield s, t, s[0] == t[0]\nyield s, t, s[0] == \"a\"\nyield s, t, s[0] == \"ab\"",
        "yield s, t, s[1:] == t\nyield s, t, s[n:] == t[n:]\nyield s, t, s[:n] == \"a\"",
        "yield s, t, (s, n) == (t, 3)\nyield s, t, [s, \"b\"] == [t, t]\nyield s, t, [s[:1], t] == [\"a\", \"b\"]";
    order: "",
        "yield s, t, s < t\nyield s, t, s <= t\nyield s, t, s > t\nyield s, t, s >= t",
        "yield s, t, s[:1] < t[:1]\nyield s, t, \"a\" <= s[n:n + 1] <= \"b\"\nyield s, t, s < \"b\"",
        "yield s, t, code(min(s, t))\nyield s, t, code(max(s, t, \"ab\"))",
        "yield s, t, code(\"\".join(sorted(s + t)))\nyield s, t, code(max(s))",
        "words = sorted([s, t, \"ab\", s + t])\nyield s, t, code(words[0])\nyield s, t, code(words[2])\nyield s, t, code(min(words, key=lambda w: (len(w), w)))";
    truth: "",
        "yield s, t, 1 if s else 2\nyield s, t, len(s or t)\nyield s, t, not t",
        "yield s, t, 1 if s[n:] else 2\nyield s, t, code(s and t)\nyield s, t, code(s[1:] or \"none\")",
        "c = s[:1]\nif c:\n    yield s, t, 5\nelse:\n    yield s, t, 6";
    membership: "WORDS = [\"ab\", \"b\", \"abca\", \"zz\"]\n",
        "yield s, t, t in s\nyield s, t, \"a\" in s\nyield s, t, \"ab\" in s\nyield s, t, \"\" in s",
        "yield s, t, s[n] in \"abx\"\nyield s, t, s[:1] in \"abx\"\nyield s, t, t not in s + s",
        "yield s, t, s in [\"a\", \"ab\", t]\nyield s, t, s[0] in (\"a\", \"b\")\nyield s, t, s in WORDS";
    loops: "",
        "for i, c in enumerate(s):\n    yield s[:i] + \"x\" + s[i + 1:], t, ord(c)",
        "for c in reversed(s):\n    yield s, t, ord(c)\nfor a, b in zip(s, t):\n    yield s, t, a == b",
        "for a, b in zip(s + t, t + s):\n    if a < b:\n        yield s, t, ord(a)",
        "last = \"\"\nfor c in s + s + t:\n    if c == last:\n        yield s, t, ord(c)\n    last = c\nyield s, t, len(last)",
        "k = 0\nwhile k < len(s) and s[k] != \"b\":\n    k += 1\nyield s, t, k",
        "yield s, t, sum(c == \"a\" for c in s)\nyield s, t, any(c in t for c in s)\nyield s, t, all(c >= \"a\" for c in s)";
    branches: "",
        "r = s if n > 0 else t\nyield s, t, code(r)\nq = s if n > 0 else \"a\"\nyield s, t, code(q)\nyield s, t, q == \"a\"",
        "if n == 1:\n    r = s[1:]\nelif n == 3:\n    r = \"abc\"\nelif n == 0:\n    r = t[:1]\nelse:\n    r = \"\"\nyield s, t, code(r)",
        "for k in range(3):\n    if k == n:\n        r = s + t\n        break\nelse:\n    r = t\nyield s, t, code(r)",
        "if n > 0:\n    r = s + \"!\"\nyield s, t, code(r)",
        "pair = (s, 1) if n > 0 else (t[1:], 2)\nyield s, t, code(pair[0]) + pair[1]\nrest = None if n == 0 else s[1:]\nyield s, t, 0 if rest is None else code(rest)";
    lists: "",
        "new = list(s)\nnew[n] = \"x\"\nyield \"\".join(new), t, n",
        "new = list(s)\nnew[0], new[1] = \"xyz\", t\nyield s, t, code(\"\".join(new))",
        "new = list(s + t)\nnew.reverse()\nnew.append(\"ab\")\nyield s, t, code(\"\".join(new))\nyield s, t, code(\", \".join(new))\nyield s, t, new.count(\"a\")",
        "a = list(s)\nb = a\nb.sort()\nyield \"\".join(a), t, len(a)\nyield s, t, b[n] == \"a\"",
        "rows = [s, t, \"ab\"]\nrows[n] = s[1:] + t\nyield s, t, code(\"/\".join(rows))\nyield s, t, code(rows[1][0])",
        "rows = [list(s), list(t)]\nrows[0][n] = \"-\"\nflat = [\"\".join(row) for row in rows]\nyield s, t, code(\"|\".join(flat))",
        "t1 = tuple(s)\nyield s, t, len(t1)\nyield s, t, code(\"\".join(t1[1:]))\nyield s, t, t1 < tuple(t)";
    joins: "SWAP = {\"a\": \"b\", \"b\": \"a\"}\n",
        "yield s, t, code(\"\".join(c for c in s if c != \"a\"))\nyield s, t, code(t.join(s))\nyield s, t, code(\"-\".join([s, t, \"\"]))",
        "yield s, t, code(\"\".join({\"a\": \"b\", \"b\": \"aa\"}.get(c, c) for c in s))",
        "yield s, t, code(\"\".join(SWAP[c] for c in s))",
        "yield s, t, code(s.join([]))\nyield s, t, code(\", \".join(c * 2 for c in s + t))";
    counts: "",
        "yield s, t, s.count(\"a\")\nyield s, t, s.count(t)\nyield s, t, s.count(\"aa\")\nyield s, t, s.count(\"\")",
        "yield s, t, s.find(\"b\")\nyield s, t, s.find(t)\nyield s, t, s.rfind(\"a\")\nyield s, t, s.find(\"\")\nyield s, t, (s + s).rfind(t)",
        "yield s, t, s.index(\"a\")",
        "yield s, t, s.index(t)",
        "yield s, t, s.startswith(t)\nyield s, t, s.startswith(\"ab\")\nyield s, t, s.endswith(t)\nyield s, t, s.endswith(\"a\")\nyield s, t, t.endswith(s + t)";
    replacements: "",
        "yield s.replace(\"a\", \"x\"), t, n\nyield s, t, code(s.replace(\"a\", \"xyz\"))\nyield s, t, code(s.replace(t, \"-\"))",
        "yield s, t, code(s.replace(\"\", t))\nyield s, t, code(s.replace(\"aa\", \"\"))\nyield s, t, code((s + s).replace(\"ba\", t))";
    pieces: "",
        "yield s, t, len(s.split())\nyield s, t, code(\"+\".join((s + \" \" + t).split()))",
        "yield s, t, code(\"+\".join(s.split(\"a\")))\nyield s, t, len(s.split(t))",
        "yield s, t, code(s.strip())\nyield s, t, code(s.lstrip(\"ab\"))\nyield s, t, code(s.rstrip(t))";
    classes: "",
        "if max(s + t + \"a\") < \"~\":\n    yield s, t, s.isdigit()\n    yield s, t, s.isalpha()\n    yield s, t, s.isalnum()\n    yield s, t, s.isupper()\n    yield s, t, (s + t).islower()";
    numbers: "",
        "yield s, t, code(str(n))\nyield s, t, code(f\"{s}-{n}\")\nyield s, t, code(str(n) + str(s))",
        "yield s, t, int(s)",
        "yield s, t, int(str(n)) + 1\nyield s, t, sum(int(c) for c in str(n % 100))",
        "yield s, t, ord(s if len(s) == 1 else \"z\")",
        "yield chr(n), t, n",
        "yield s, t, code(chr(n + 57250 if n > 50 else 100))";
    unpacking: "",
        "a, b, c, d = s\nyield a + b, t, ord(d)\nyield b, t, c == a",
        "(a, b), c = \"xy\", s\nyield s, t, code(b + c + a)";
    labels: "from kibitz import move\n",
        "name = f\"{s:>3}\" + str([n])\nyield move(name, s, t, n)\nother = \", \".join(str(c) for c in s)\nyield move(other, s, t, len(s))";
    helpers: "def pick(text, k):\n    if k < 0:\n        return \"\"\n    return text[k:]\n\ndef turn(text):\n    return \"\" if not text else turn(text[1:]) + text[0]\n\ndef both(a, b):\n    return a + b, b\n",
        "yield s, t, code(pick(s, n))\nyield s, t, pick(s, n) == t",
        "yield turn(s), t, n",
        "a, b = both(s, t)\nyield s, t, code(a) + len(b)";
}
