//! The moves of heaps of any size, as they are read off the tree, against those that the
//! interpreter lists heap by heap.

use std::collections::BTreeSet;

use kibitz_bruteforce::{Random, rounds};
use kibitz_game::{CONTINUE, Game};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_rules::{HeapMove, HeapMoves, Rules};

fn rules(text: &str) -> Rules {
    let source = Source::new("game.py", text);
    let opened = Rules::open(source, &[], Limits::default());
    opened.unwrap_or_else(|failure| panic!("{failure:?}\n{text}"))
}

/// The heaps after a move, the larger ones first, without empty ones.
fn sorted(mut heaps: Vec<i64>) -> Vec<i64> {
    heaps.retain(|heap| *heap != 0);
    heaps.sort_unstable_by(|a, b| b.cmp(a));
    heaps
}

/// The moves of a heap by the interpreter; the components of a position are its heaps.
fn listed(rules: &Rules, heap: i64) -> BTreeSet<Vec<i64>> {
    let zero = if rules.shape().slots() == 2 { " 0" } else { "" };
    let position = rules.read_position(&format!("{heap}{zero}")).unwrap();
    let mut all = BTreeSet::new();
    let flow = rules.expand(&position, |step| {
        let parts = step.to.parts().iter();
        all.insert(sorted(parts.flat_map(|part| part.to_vec()).collect()));
        CONTINUE
    });
    assert!(flow.unwrap().is_continue());
    all
}

/// The moves of a heap as they were read.
fn read(moves: &HeapMoves, heap: i64) -> BTreeSet<Vec<i64>> {
    let mut all = BTreeSet::new();
    for one in &moves.moves {
        match *one {
            HeapMove::Take(taken) => drop(all.insert(sorted(vec![heap - taken]))),
            HeapMove::Split {
                taken,
                least,
                differ,
            } => {
                let pairs = (least..=heap - taken - least).map(|a| vec![a, heap - taken - a]);
                let allowed = pairs.filter(|pair| !differ || pair[0] != pair[1]);
                all.extend(allowed.map(sorted));
            }
        }
    }
    all
}

/// Compares the moves of a game, if they can be read, with the list; the least heap.
fn check(text: &str) -> Option<i64> {
    let rules = rules(text);
    let moves = rules.heap_moves()?;
    for heap in moves.from..moves.from + 40 {
        assert_eq!(
            read(&moves, heap),
            listed(&rules, heap),
            "{heap}: {moves:?}\n{text}"
        );
    }
    Some(moves.from)
}

fn game(fields: &str, moves: &str) -> String {
    let split = "def split(row, other):\n    for part in [row, other]:\n        if part > 0:\n            \
                 yield part, 0\n\n";
    let (start, split) = match fields {
        "n" => ("9", ""),
        _ => ("9, 0", split),
    };
    format!(
        "TAKES = [1, 3, 4]\n\ndef start():\n    yield {start}\n\n{split}def moves({fields}):\n{moves}"
    )
}

#[test]
fn moves_of_one_heap_are_read() {
    for moves in [
        "    for k in TAKES:\n        if k <= n:\n            yield n - k\n",
        "    for k in TAKES:\n        if n < k:\n            break\n        yield n - k\n",
        "    for k in range(1, 4):\n        if n - k >= 0:\n            yield n - k\n",
        "    for k in range(1, min(n, 3) + 1):\n        yield n - k\n",
        "    for rest in range(max(0, n - 3), n):\n        yield rest\n",
        "    yield n - 2 if n > 1 else 0\n",
        "    if n == 100:\n        yield 7\n    if n > 2:\n        yield n - 3\n",
        "    k = 1\n    while k < 6 and k <= n:\n        yield n - k\n        k += 2\n",
        "    if n in (0, 1, 2):\n        return\n    yield n - 1\n",
    ] {
        assert!(check(&game("n", moves)).is_some(), "{moves}");
    }
}

#[test]
fn moves_that_make_two_heaps_are_read() {
    let kayles = "    for hit in [1, 2]:\n        for before in range((row - hit) // 2 + 1):\n            \
                  yield before, row - hit - before\n";
    let all = "    for before in range(row - 1):\n        yield row - 2 - before, before\n";
    let from_one = "    for part in range(1, row):\n        yield part, row - part\n";
    let uneven = "    for part in range(1, row - 2):\n        yield part, row - part - 1\n";
    // Parts of different sizes, as in Grundy's game.
    let grundy = "    for small in range(1, (row + 1) // 2):\n        yield row - small, small\n";
    let taken =
        "    for small in range(2, (row - 4) // 2 + 1):\n        yield row - 3 - small, small\n";
    let with_empty =
        "    for small in range((row - 2) // 2 + 1):\n        yield row - 1 - small, small\n";
    for moves in [kayles, all, from_one, uneven, grundy, taken, with_empty] {
        assert!(check(&game("row, other", moves)).is_some(), "{moves}");
    }
    let octal = include_str!("../../../examples/octal.py");
    assert!(check(octal).is_some());
    assert!(check(include_str!("../../../examples/kayles.py")).is_some());
    assert!(check(include_str!("../../../examples/grundy.py")).is_some());
}

/// Moves that depend on the heap in another way, or positions that are no heaps.
#[test]
fn other_moves_are_not_read() {
    for moves in [
        "    for k in range(1, n + 1):\n        yield n - k\n",
        "    if n % 2 == 0 and n > 0:\n        yield n - 1\n",
        "    if n > 0:\n        yield n // 2\n",
        "    if n > 3:\n        yield 0\n",
        "    yield n + 1\n",
        "    k = 1\n    while k <= n:\n        yield n - k\n        k *= 2\n",
        "    if n * n > 50:\n        yield n - 1\n",
        "    if str(n)[0] == '1':\n        yield n - 1\n",
        "    if n > 0:\n        yield again(n - 1)\n",
    ] {
        let text = format!("from kibitz import again\n{}", game("n", moves));
        assert_eq!(rules(&text).heap_moves(), None, "{moves}");
    }
    for moves in [
        // Two pairs too few.
        "    for small in range(1, row // 2 - 1):\n        yield row - small, small\n",
        // Only some parts.
        "    for part in range(1, row):\n        if part % 2 == 0:\n            yield part, row - part\n",
        "    for part in range(1, row):\n        if part == 5:\n            break\n        yield part, row - part\n",
        "    count = 0\n    for part in range(1, row):\n        count += 1\n        if count < 4:\n            yield part, row - part\n",
        "    for part in range(1, row):\n        pass\n    if row > 1:\n        yield part, 0\n",
        "    for part in range(3, row // 2 + 3):\n        yield part, row - part\n",
        "    for part in range(2, row // 2):\n        yield part, row - part\n",
        "    if row > 4:\n        yield 2, row - 4\n",
    ] {
        assert_eq!(
            rules(&game("row, other", moves)).heap_moves(),
            None,
            "{moves}"
        );
    }
    let moves = "    if n > 0:\n        yield n - 1\n";
    for more in [
        "\ndef over(n):\n    return 1 if n == 50 else None\n",
        "\ndef canon(n):\n    return n if n < 50 else n - 1\n",
    ] {
        assert_eq!(
            rules(&(game("n", moves) + more)).heap_moves(),
            None,
            "{more}"
        );
    }
    // A `split` that loses a heap, or keeps both in one position.
    let text = game(
        "row, other",
        "    for part in range(1, row):\n        yield part, row - part\n",
    );
    for other in ["[row]", "[row, max(other - 1, 0)]", "[row, other // 2]"] {
        let text = text.replace("[row, other]", other);
        assert_eq!(rules(&text).heap_moves(), None, "{other}");
    }
}

#[test]
fn a_start_is_a_heap_of_the_size_of_a_parameter() {
    let text = |start: &str, moves: &str| {
        format!("heap = 9\nextra = 0\n\ndef start():\n{start}\n\ndef moves(n):\n{moves}")
    };
    let take = "    if n > 0:\n        yield n - 1\n";
    let start_heap = |text: &str| rules(text).start_heap("heap");
    assert_eq!(start_heap(&text("    yield heap", take)), Some(0));
    assert_eq!(
        start_heap(&text("    assert heap > 4\n    yield heap", take)),
        Some(5)
    );
    for start in [
        "    yield heap + 1",
        "    yield heap\n    yield 3",
        "    yield heap % 50",
        "    yield 9",
    ] {
        assert_eq!(start_heap(&text(start, take)), None, "{start}");
    }
    let reads = "    if n > 0 and n != heap:\n        yield n - 1\n";
    assert_eq!(start_heap(&text("    yield heap", reads)), None);
}

/// Random programs of loops, conditions and yields.
#[test]
fn moves_of_random_programs_are_those_of_the_interpreter() {
    let mut random = Random(20);
    let (mut found, total) = (0, rounds(150, 3_000));
    for _ in 0..total {
        let two = random.below(2) == 0;
        let mut moves = String::new();
        for _ in 0..=random.below(2) {
            statement(&mut random, 1, &["TAKES[0]", "2"], two, false, &mut moves);
        }
        let fields = if two { "n, other" } else { "n" };
        let text = game(fields, &moves).replace("row", "n");
        found += usize::from(check(&text).is_some());
    }
    eprintln!("the moves of {found} of {total} random programs were read");
    assert!(found * 10 > total);
}

/// A random statement; `names` are numbers that do not depend on the heap, or parts of it.
fn statement(
    random: &mut Random,
    depth: usize,
    names: &[&str],
    two: bool,
    has_part: bool,
    text: &mut String,
) {
    let indent = "    ".repeat(depth);
    let name = *random.pick(names);
    let small = random.below(5);
    let relation = *random.pick(&[">", "!=", ">=", "== 3 or n >"]);
    let mut inside = |random: &mut Random, head: String, names: &[&str], has_part: bool| {
        *text += &format!("{indent}{head}:\n");
        statement(random, depth + 1, names, two, has_part, text);
    };
    match random.below(if depth > 3 { 3 } else { 8 }) {
        0 if has_part => *text += &format!("{indent}yield part, n - {small} - part\n"),
        0..=2 if two && has_part => {
            *text += &format!(
                "{indent}if n > {small} + part:\n{indent}    yield n - {small} - part, part\n"
            );
        }
        0..=2 => {
            let zero = if two { ", 0" } else { "" };
            *text += &format!(
                "{indent}if n > {name} + {small}:\n{indent}    yield n - {name} - {small}{zero}\n"
            );
        }
        3 => inside(
            random,
            format!("for k in range(1, {})", small + 1),
            &[names, &["k"]].concat(),
            has_part,
        ),
        4 => inside(random, format!("if n {} {name}", relation), names, has_part),
        5 if two && !has_part => {
            let end = *random.pick(&[
                "n",
                "n - 1",
                "n // 2 + 1",
                "(n - 1) // 2 + 1",
                "(n + 1) // 2",
            ]);
            inside(
                random,
                format!("for part in range({}, {end})", small.min(2)),
                names,
                true,
            );
        }
        5 => inside(
            random,
            "for k in TAKES".to_owned(),
            &[names, &["k"]].concat(),
            has_part,
        ),
        6 => inside(random, format!("if {name} > 2 or n > 9"), names, has_part),
        _ => inside(
            random,
            format!("if not n % {} == 1 and {name}", small + 5),
            names,
            has_part,
        ),
    }
}
