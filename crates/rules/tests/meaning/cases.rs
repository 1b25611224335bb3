//! Small files, in pairs of equal and of different meaning.

use kibitz_rules::Rules;
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use xxhash_rust::xxh3::xxh3_128;

use super::meaning;

/// A file with constants, and a function `f` whose body is given.
fn file(parameters: &str, body: &str) -> String {
    format!(
        "g = 1\nh = 2\n\ndef start():\n    yield 7\n\ndef moves(left):\n    \
         for k in range(f([left, 3], left)):\n        yield left - k - 1\n\n\
         def f({parameters}):\n    {body}\n"
    )
}

fn of_body(body: &str) -> u128 {
    meaning(&file("xs, n", body))
}

#[track_caller]
fn assert_same(bodies: &[&str]) {
    for body in bodies {
        assert_eq!(of_body(body), of_body(bodies[0]), "{body}");
    }
}

#[track_caller]
fn assert_different(bodies: &[&str]) {
    for (place, body) in bodies.iter().enumerate() {
        for other in &bodies[..place] {
            assert_ne!(of_body(body), of_body(other), "{body}, {other}");
        }
    }
}

/// The format of the canonical text is fixed: table files contain its hash.
#[test]
fn the_canonical_text_is_fixed() {
    let text = "\
# A game.
'Its docstring.'
name = \"a\\n\" 'b\\\\'  # two parts

def start():
    yield 0x_1F

def moves(left):
    for k in [i for i in (1,
                          2)]:
        yield left - k

def show(n):
    return f'{n:3}\\t' if n else name
";
    let canonical = "\
name = \"a\\n \"b\\\\ $newline \
def start ( ) : $newline $indent yield 31 $newline $dedent \
def moves ( left ) : $newline $indent \
for $0 in [ $1 for $1 in ( 1 , 2 ) ] : $newline $indent \
yield left - $0 $newline $dedent $dedent \
def show ( $2 ) : $newline $indent \
return $f { $2 : \"3 } \"\t $end if $2 else name $newline $dedent ";
    let canonical = canonical.replace(' ', "\n");
    assert_eq!(meaning(text), xxh3_128(canonical.as_bytes()));
}

#[test]
fn the_hash_has_32_digits_and_ignores_settings() {
    let text = file("xs, n", "return g");
    let open = |set: &[(&str, &str)]| {
        let set: Vec<_> = set
            .iter()
            .map(|(name, value)| (String::from(*name), String::from(*value)))
            .collect();
        Rules::open(
            Source::new("game.py", text.as_str()),
            &set,
            Limits::default(),
        )
    };
    let found = open(&[]).unwrap().meaning();
    assert_eq!(found.len(), 32);
    assert_eq!(u128::from_str_radix(&found, 16), Ok(meaning(&text)));
    assert_eq!(open(&[("g", "3")]).unwrap().meaning(), found);
}

/// If a comprehension's variable and a global of the same name were merged,
/// the first two would be equal.
#[test]
fn comprehension_variables_and_globals_of_one_name() {
    let body = "return sum(g for g in xs) + g";
    assert_different(&[
        body,
        "return sum(h for h in xs) + h",
        "return sum(n for n in xs) + n",
        "return sum(g for k in xs) + g",
    ]);
    assert_same(&[
        body,
        "return sum(h for h in xs) + g",
        "return sum(n for n in xs) + g",
    ]);
    assert_different(&[
        "return [min for min in xs][0] + min(n, 1)",
        "return [max for max in xs][0] + max(n, 1)",
    ]);
    // The iterable is evaluated outside.
    let body = "return sum(sum(i for i in range(j)) for j in xs)";
    assert_same(&[
        body,
        "return sum(sum(j for j in range(i)) for i in xs)",
        "return sum(sum(i for i in range(i)) for i in xs)",
        "return sum(sum(n for n in range(xs)) for xs in xs)",
    ]);
    assert_different(&[body, "return sum(sum(j for i in range(j)) for j in xs)"]);
    assert_same(&[
        "return sum(i * j for i in xs if i for j in range(i) if j < i)",
        "return sum(n * g for n in xs if n for g in range(n) if g < n)",
    ]);
    assert_different(&[
        "return sum(i for i in xs for j in range(i) if j < i)",
        "return sum(i for i in xs for j in range(n) if j < i)",
        "return sum(j for i in xs for j in range(i) if j < i)",
    ]);
}

#[test]
fn locals_hide_globals() {
    let body = |parameters, body| meaning(&file(parameters, body));
    let own = body("xs, n", "return n");
    assert_eq!(body("xs, g", "return g"), own);
    assert_eq!(body("h, g", "return g"), own);
    assert_ne!(body("xs, n", "return g"), own);
    assert_ne!(body("g, n", "return len(g)"), own);
    assert_same(&["k = n; return k", "g = n; return g"]);
    assert_different(&["k = n; return k", "k = n; return g", "k = n; return n"]);
    assert_same(&["k = n\n    k += 1; return k", "h = n\n    h += 1; return h"]);
    // A function's locals end with it.
    let shown = |hidden: &str, shown: &str| {
        let text = file(&format!("xs, {hidden}"), &format!("return {hidden}"));
        meaning(&format!(
            "{text}\ndef show(left):\n    return str({shown})\n"
        ))
    };
    assert_ne!(shown("g", "g"), shown("h", "h"));
    assert_eq!(shown("g", "g"), shown("h", "g"));
    // Module names are visible, also if a loop binds them.
    let module = |line: &str| meaning(&(file("xs, n", "return n") + line));
    assert_ne!(
        module("for i in range(3): t = i\n"),
        module("for j in range(3): t = j\n")
    );
    assert_eq!(
        module("t = [i for i in range(3)]\n"),
        module("t = [g for g in range(3)]\n")
    );
    assert_ne!(
        module("t = [i for i in range(3)]\n"),
        module("t = [g for i in range(3)]\n")
    );
}

#[test]
fn lambdas() {
    let body = "return min(xs, key=lambda x: x * n)";
    assert_same(&[
        body,
        "return min(xs, key=lambda g: g * n)",
        "return min(xs, key=lambda key: key * n)",
        "return min(xs, key=lambda xs: xs * n)",
    ]);
    assert_different(&[
        body,
        "return min(xs, key=lambda x: n * n)",
        "return min(xs, key=lambda n: n * n)",
        "return min(xs, key=lambda x: x * g)",
        "return max(xs, key=lambda x: x * n)",
    ]);
}

/// Without the names of keyword arguments these would be equal.
#[test]
fn parameters_passed_by_keyword() {
    let game = |parameters: &str, call: &str| {
        let text = file("xs, n", &format!("return t({call})"));
        let body = parameters.replace(", ", " - ");
        meaning(&format!(
            "{text}\ndef t({parameters}):\n    return {body}\n"
        ))
    };
    assert_ne!(game("a, b", "a=1, b=n"), game("b, a", "a=1, b=n"));
    assert_ne!(game("a, b", "1, b=n"), game("a, c", "1, c=n"));
    assert_eq!(game("a, b", "1, n"), game("b, a", "1, n"));
    assert_eq!(game("a, b", "1, b=n"), game("c, b", "1, b=n"));
    // A keyword of another function.
    let body = |name: &str| {
        let body = format!("return max(xs, default={name})");
        meaning(&file(&format!("xs, {name}"), &body))
    };
    assert_eq!(body("k"), body("default"));
}

#[test]
fn default_arguments_are_evaluated_outside() {
    let game = |parameters: &str, body: &str| {
        let text = file("xs, n", "return t(n)");
        meaning(&format!(
            "{text}\ndef t({parameters}):\n    return {body}\n"
        ))
    };
    assert_eq!(game("a, b=g", "a + b"), game("a, g=g", "a + g"));
    assert_ne!(game("a, b=g", "a + b"), game("a, b=h", "a + b"));
    assert_ne!(game("a, b=g", "a + b"), game("a, h=g", "a + g"));
    assert_eq!(game("a: int, b=1", "a + b"), game("c: int, b=1", "c + b"));
}

#[test]
fn fields_of_positions_are_visible() {
    let game = |fields: &str, over: &str| {
        let (a, b) = over.split_once(", ").unwrap();
        format!(
            "def start():\n    yield 3, 4\n\ndef moves({fields}):\n    if a > b:\n        \
             yield b, a - 1\n\ndef over({over}):\n    return 1 if {a} < {b} else None\n"
        )
    };
    let own = meaning(&game("a, b", "a, b"));
    assert_ne!(meaning(&game("b, a", "a, b")), own);
    assert_ne!(
        meaning(
            &game("a, b", "a, b")
                .replace('a', "c")
                .replace("stcrt", "start")
        ),
        own
    );
    // A field that is assigned stays that field.
    let assigned = |name: &str| {
        let line = format!("if a > b:\n        if b: {name} = 1\n        a = {name}");
        meaning(&game("a, b", "a, b").replacen("if a > b:", &line, 1))
    };
    assert_ne!(assigned("a"), assigned("c"));
    // `over` takes the fields by position.
    assert_eq!(meaning(&game("a, b", "b, a")), own);
    assert_eq!(meaning(&game("a, b", "x, y")), own);
    let swapped = game("a, b", "a, b").replace("1 if a < b", "1 if b < a");
    assert_ne!(meaning(&swapped), own);
}

/// Without the string, the next line would belong to the `if`.
#[test]
fn only_lines_that_are_strings_are_left_out() {
    assert_different(&[
        "if n > 2: 'text'\n    return 1",
        "if n > 2:\n        'text'\n    return 1",
        "if n > 2: return 1",
        "return 1",
    ]);
    assert_different(&[
        "k = 3\n    if n > 2: k = 1; 'text'\n    k = 2; return k",
        "k = 3\n    if n > 2: k = 1; k = 2; return k",
    ]);
    assert_same(&[
        "if n > 2:\n        pass\n    return 1",
        "if n > 2:\n        pass\n        'text'\n    'text' \"text\"\n    return 1",
    ]);
}

#[test]
fn indentation_has_a_meaning() {
    assert_different(&[
        "k = 1\n    for x in xs:\n        k += x\n        k += 1\n    return k",
        "k = 1\n    for x in xs:\n        k += x\n    k += 1\n    return k",
    ]);
}

#[test]
fn literals_are_compared_by_value() {
    assert_same(&["return 16", "return 0x10", "return 0b1_0000", "return 1_6"]);
    assert_different(&["return 16", "return 10", "return -16", "return 1 - 6"]);
    let text = |text: &str| format!("assert n, {text}\n    return 1");
    let same = |texts: &[&str]| {
        let bodies: Vec<String> = texts.iter().map(|one| text(one)).collect();
        assert_same(&bodies.iter().map(String::as_str).collect::<Vec<_>>());
    };
    let different = |texts: &[&str]| {
        let bodies: Vec<String> = texts.iter().map(|one| text(one)).collect();
        assert_different(&bodies.iter().map(String::as_str).collect::<Vec<_>>());
    };
    same(&["'a'", "\"a\"", "'''a'''", "r'a'", "'\\x61'", "u'a'"]);
    same(&["'a\\n\\\\n'", "'''a\n\\\\n'''"]);
    different(&[
        "'n'", "n", "'$1'", "'\\n'", "r'\\n'", "r'\\\\n'", "'\\r\\n'", "''", "' '",
    ]);
    different(&["'a' 'b'", "'a\\n\"b'", "'a\\n$newline'"]);
    same(&["f'{n}a'", "f\"{ n }a\"", "f'''{n}a'''"]);
    different(&[
        "f'{n}'",
        "f'{g}'",
        "'{n}'",
        "f'{{n}}'",
        "f'{n:3}'",
        "f'{n:4}'",
        "f'{n!s:3}'",
        "f'n'",
        "f'{n}' ''",
        "f'{n}{n}'",
        "f'{n}\\\\n'",
        "f'{n}\\n'",
        "rf'{n}\\\\n'",
    ]);
    same(&["f'{n}\\\\n'", "rf'{n}\\n'"]);
}

#[test]
fn line_ends_in_strings_are_those_of_cpython() {
    let text = file("xs, n", "assert n, '''a\nb'''\n    return len('''\n\n''')");
    assert_eq!(meaning(&text.replace('\n', "\r\n")), meaning(&text));
    assert_eq!(meaning(&text.replace('\n', "\r")), meaning(&text));
}
