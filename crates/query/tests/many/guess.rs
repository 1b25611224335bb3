//! Laws of tables of games and rule files: what is reported, proved and refused.

use std::time::Duration;

use kibitz_game::RunContext;
use kibitz_query::{
    Axis, GameSource, LawOf, LawReport, LawSearch, ParameterTable, QueryError, RequestedFields,
    RuleFile, find,
};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use serde_json::{Value, json};

fn built_in(name: &str) -> GameSource {
    GameSource::BuiltIn(find(name).unwrap())
}

fn file(text: &str) -> GameSource {
    GameSource::File(RuleFile {
        source: Source::new("game.py", text),
        limits: Limits::default(),
    })
}

/// The search for the law of a table, from that table alone.
fn search<'a>(game: &'a GameSource, axes: &'a [Axis], of: LawOf) -> LawSearch<'a> {
    LawSearch {
        table: ParameterTable {
            game,
            set: &[],
            axes,
            at: None,
            wanted: RequestedFields::default(),
            table: None,
        },
        of,
        skips_holes: false,
        patience: Duration::ZERO,
    }
}

fn axes(params: &[&str]) -> Vec<Axis> {
    let axes = params.iter().map(|text| Axis::parse(text).unwrap());
    axes.collect()
}

/// The law of a table, from that table alone.
fn guess(
    game: &GameSource,
    params: &[&str],
    at: Option<&str>,
    of: LawOf,
) -> Result<LawReport, QueryError> {
    let axes = axes(params);
    let mut search = search(game, &axes, of);
    search.table.at = at;
    search.answer(&RunContext::new())
}

/// The text of the law and the theorem.
fn law(
    game: &GameSource,
    params: &[&str],
    at: Option<&str>,
    of: LawOf,
) -> (String, Option<&'static str>) {
    let report = guess(game, params, at, of).unwrap();
    let law = report.law.expect("a law");
    (law.text(), report.theorem)
}

const TAKE: &str = "
n = 9
kinds = 3

def start():
    yield n

def moves(left):
    for k in range(1, kinds + 1):
        if k <= left:
            yield left - k
";

/// Boxes on a staircase, the lowest one first; cards move down by one box.
const STAIRS: &str = "
def start():
    yield [1, 2, 3, 4]

def moves(cards):
    for i in range(len(cards)):
        for count in range(1, cards[i] + 1):
            after = cards[:]
            after[i] -= count
            if i > 0:
                after[i - 1] += count
            yield after
";

/// Periodic up to 79; of larger heaps every other one on average has no moves.
fn until_80() -> String {
    let has_moves = "(left < 80 or left * 40503 % 65536 % 1000 < 500)";
    TAKE.replace("if k <= left:", &format!("if k <= left and {has_moves}:"))
}

#[test]
fn boxes_of_a_rule_file_are_named() {
    let at = Some("[{a}, {b}, {c}, {d}]");
    let axes = ["a=0..4", "b=0..4", "c=0..4", "d=0..4"];
    let found = law(&file(STAIRS), &axes, at, LawOf::Grundy);
    assert_eq!(found, ("a ⊕ c".to_owned(), None));
    // Of only two values more are needed.
    let axes = ["a=0..9", "b=0..1", "c=0..9", "d=0..1"];
    let found = law(&file(STAIRS), &axes, at, LawOf::Outcome);
    assert_eq!(found, ("loss if a = c, else win".to_owned(), None));
}

/// Two rows, in which infinite play is possible; only the gaps count.
#[test]
fn rows_with_equal_gaps_are_lost() {
    let game = file(include_str!("../../../../examples/northcott.py"));
    let set = [("rows", "2"), ("width", "20")];
    let set = set.map(|(name, value)| (name.to_owned(), value.to_owned()));
    let axes = axes(&["a=0..18", "b=0..18"]);
    let mut search = search(&game, &axes, LawOf::Outcome);
    search.table.set = &set;
    search.table.at = Some("me=[{a},{b}] opp=[19,19]");
    let report = search.answer(&RunContext::new()).unwrap();
    assert_eq!(report.law.unwrap().text(), "loss if a = b, else win");
}

#[test]
fn periods_of_rule_files_are_proved_by_their_moves() {
    let subtraction = Some("periodicity of finite subtraction games");
    for at in [None, Some("{n}"), Some("left={n}")] {
        for of in [LawOf::Outcome, LawOf::Grundy] {
            let (text, theorem) = law(&file(TAKE), &["n=0..99"], at, of);
            assert!(text.contains("n mod 4"), "{text}");
            assert_eq!(theorem, subtraction, "{at:?} {of:?}");
        }
        let (_, theorem) = law(&file(TAKE), &["n=0..99"], at, LawOf::Plies);
        assert_eq!(theorem, None, "no theorem is about plies");
    }
    let misere = format!("{TAKE}\nplay = 'misere'\n");
    let (text, theorem) = law(&file(&misere), &["n=0..99"], None, LawOf::Outcome);
    assert_eq!(
        (&text[..22], theorem),
        ("periodic with period 4", subtraction)
    );
    let kayles = file(include_str!("../../../../examples/kayles.py"));
    let (text, theorem) = law(&kayles, &["n=0..200"], None, LawOf::Grundy);
    assert!(text.contains("period 12 from 71 on"), "{text}");
    assert_eq!(theorem, Some("Guy–Smith"));
    let octal = law(&built_in("octal"), &["a=0..200"], None, LawOf::Grundy);
    assert_eq!(octal.1, Some("Guy–Smith"));
}

/// A theorem may need fewer values than the search for a law.
#[test]
fn a_period_that_a_theorem_proves_is_a_law() {
    // Period 34 from 53 on: 2 * 53 + 2 * 34 + 2 is the last heap that the theorem needs.
    let kayles = |last: usize, of| {
        let game = built_in("octal");
        let axes = axes(&[&format!("a=0..{last}")]);
        let mut search = search(&game, &axes, of);
        let set = [("code".to_owned(), "0.07".to_owned())];
        search.table.set = &set;
        search.answer(&RunContext::new()).unwrap()
    };
    assert_eq!(kayles(175, LawOf::Grundy).status(), "none");
    for of in [LawOf::Grundy, LawOf::Outcome] {
        let report = kayles(176, of);
        assert_eq!(report.theorem, Some("Guy–Smith"));
        let law = report.law.unwrap();
        assert!(law.text().contains("period 34"), "{}", law.text());
        let values = kayles(1_000, of).table;
        assert_eq!(law.counterexample(&values), None);
        assert_eq!(report.fitted + report.tested, 177);
    }
    // No law describes the values before the period in fewer words.
    let few = TAKE.replace("if k <= left:", "if k <= left and left < 80:");
    let (text, theorem) = law(&file(&few), &["n=0..99"], None, LawOf::Outcome);
    assert!(text.starts_with("periodic with period 1 from 80 on: [loss, win,"));
    assert_eq!(theorem, Some("periodicity of finite subtraction games"));
}

/// Coins on a strip, which lie in this order.
const COINS: &str = "
a = 3
b = 7
c = 9

def start():
    assert a < b < c, 'the coins are in order'
    yield a, b, c

def moves(x, y, z):
    for to in range(x):
        yield to, y, z
    for to in range(x + 1, y):
        yield x, to, z
    for to in range(y + 1, z):
        yield x, y, to
";

#[test]
fn combinations_without_a_starting_position_are_holes() {
    let game = file(COINS);
    let all = axes(&["a=0..13", "b=0..13", "c=0..13"]);
    let mut search = search(&game, &all, LawOf::Grundy);
    search.skips_holes = true;
    let report = search.answer(&RunContext::new()).unwrap();
    let law = report.law.expect("a law");
    for (cell, value) in report.table.cells().iter().enumerate() {
        let [a, b, c] = report.table.place(cell)[..] else {
            panic!("three axes");
        };
        // The gap before the first coin, and the one between the others.
        let expected = (a < b && b < c).then_some(a ^ (c - b - 1));
        assert_eq!(*value, expected);
        assert!(expected.is_none() || law.value(&[a, b, c]) == expected);
    }
    assert!(
        report.notes.iter().any(|note| note.contains("in order")),
        "{:?}",
        report.notes
    );
    search.skips_holes = false;
    let error = search.answer(&RunContext::new()).unwrap_err();
    assert!(error.to_string().contains("--skip-holes"), "{error}");
    // The game of each combination is solved if they are not only starting positions.
    let bound = COINS.replace("for to in range(x):", "for to in range(min(x, c)):");
    let (game, axes) = (file(&bound), axes(&["a=0..4", "b=2..6", "c=4..6"]));
    let mut search = self::search(&game, &axes, LawOf::Grundy);
    search.skips_holes = true;
    let table = search.answer(&RunContext::new()).unwrap().table;
    for (cell, value) in table.cells().iter().enumerate() {
        let [a, b, c] = table.place(cell)[..] else {
            panic!("three axes");
        };
        assert_eq!(*value, (a < b && b < c).then_some(a ^ (c - b - 1)));
    }
}

/// A larger table may have positions that the game has not.
#[test]
fn a_counterexample_beyond_the_table_is_noted() {
    let game = file(&until_80());
    let note = |last: &str, patience| {
        let axes = axes(&[last]);
        let mut search = search(&game, &axes, LawOf::Outcome);
        search.patience = patience;
        let report = search.answer(&RunContext::new()).unwrap();
        let is_note = |note: &String| note.contains("--extend 0");
        (report.status(), report.notes.iter().any(is_note))
    };
    assert_eq!(note("n=0..60", Duration::ZERO), ("conjecture", false));
    assert_eq!(note("n=0..99", Duration::ZERO), ("none", false));
    assert_eq!(note("n=0..60", Duration::from_secs(2)), ("none", true));
}

/// Whatever does not fit a theorem, or is not shown to fit, stays a conjecture.
#[test]
fn other_laws_of_rule_files_are_conjectures() {
    let is_proved =
        |text: &str, axis: &str, at| law(&file(text), &[axis], at, LawOf::Outcome).1.is_some();
    assert!(is_proved(TAKE, "n=0..99", None));
    for (change, to) in [
        // It is not known that the moves of larger heaps are the same.
        ("k <= left:", "k <= left and left % 1000 < 900:"),
        ("kinds + 1)", "max(kinds, left // 1000) + 1)"),
        // From 600 on the moves are others: the table is too short to show their period.
        ("k <= left:", "k <= left and (left < 600 or k < 3):"),
        ("yield n\n", "yield n % 1000\n"),
        (
            "left - k\n",
            "left - k\n\ndef over(left):\n    return 1 if left == 900 else None\n",
        ),
    ] {
        let text = TAKE.replace(change, to);
        assert_ne!(text, TAKE);
        assert!(!is_proved(&text, "n=0..99", None), "{text}");
    }
    // Another parameter, another position, and a table that does not begin at 0.
    assert!(!is_proved(TAKE, "n=1..99", None));
    assert!(!is_proved(TAKE, "a=0..99", Some("{a}0")));
    let text = TAKE.replace("if k <= left:", "if k <= left and left != n + 1:");
    assert!(!is_proved(&text, "n=0..99", None), "{text}");
}

#[test]
fn starting_positions_of_all_parameters_share_one_solve() {
    let two = "
a = 3
b = 5
most = 9

def start():
    assert a != 7 or b != 7
    yield a, min(b, most)

def moves(a, b):
    for x in range(a):
        yield x, b
    for y in range(b):
        yield a, y
";
    let table = |params: &[&str], at| {
        let game = file(two);
        let axes = axes(params);
        let wanted = RequestedFields {
            grundy: true,
            ..RequestedFields::default()
        };
        let request = ParameterTable {
            game: &game,
            set: &[],
            axes: &axes,
            at,
            wanted,
            table: None,
        };
        let table = request.answer(&RunContext::new());
        table.map(|table| {
            let cells = table
                .cells
                .iter()
                .map(|cell| cell.as_ref()?.grundy.map(|g| g.get()));
            cells.collect::<Vec<_>>()
        })
    };
    let nim_sums: Vec<Option<u64>> = (0..6)
        .flat_map(|a| (0..12).map(move |b| Some(a ^ b.min(9))))
        .collect();
    assert_eq!(table(&["a=0..5", "b=0..11"], None).unwrap(), nim_sums);
    // A failed assertion says that these values have no starting position.
    let holes = table(&["a=0..8", "b=0..8"], None).unwrap();
    assert_eq!(holes.iter().filter(|cell| cell.is_none()).count(), 1);
    assert_eq!(holes[7 * 9 + 7], None);
    // If there is none at all, it is the error.
    let error = table(&["a=7..7", "b=7..7"], None).unwrap_err();
    assert!(error.to_string().contains("assert"), "{error}");
}

#[test]
fn a_document_has_the_fields_of_the_contract() {
    let report = guess(&file(TAKE), &["n=0..99"], None, LawOf::Outcome).unwrap();
    let document = serde_json::to_value(report.document()).unwrap();
    let python = "def law(n):\n    return [\"loss\", \"win\", \"win\", \"win\"][n % 4]\n";
    assert_eq!(document["law"]["python"], python);
    assert!(document["law"]["cpp"].as_str().unwrap().contains("law("));
    for (field, value) in [
        ("status", json!("proved")),
        ("fitted", json!(67)),
        ("tested", json!(33)),
        ("range", json!({"n": [0, 99]})),
        ("theorem", json!("periodicity of finite subtraction games")),
        ("counterexample", Value::Null),
    ] {
        assert_eq!(document[field], value, "{field}");
    }
    let kayles = guess(&built_in("octal"), &["a=0..200"], None, LawOf::Grundy).unwrap();
    let exceptions = serde_json::to_value(kayles.document()).unwrap()["law"]["exceptions"].clone();
    assert_eq!(exceptions[1], json!({"at": {"a": 3}, "value": 3}));
    let text = until_80();
    let report = guess(&file(&text), &["n=0..99"], None, LawOf::Outcome).unwrap();
    let document = serde_json::to_value(report.document()).unwrap();
    assert_eq!(
        (&document["status"], &document["law"]),
        (&json!("none"), &Value::Null)
    );
    let wrong = &document["counterexample"];
    let n = wrong["at"]["n"].as_i64().unwrap();
    assert!((80..100).contains(&n), "{wrong}");
    let expected = if n % 4 == 0 { "loss" } else { "win" };
    assert_eq!(wrong["expected"], json!(expected));
    assert_ne!(wrong["found"], json!(expected));
}

#[test]
fn a_picture_shows_the_table_and_more_of_the_law() {
    let report = guess(
        &built_in("nim"),
        &["a=0..19", "b=2..21"],
        Some("{a} {b}"),
        LawOf::Grundy,
    );
    let picture = report.unwrap().picture();
    let sizes: Vec<[usize; 3]> = picture
        .axes
        .iter()
        .map(|a| [a.shown, a.computed, a.fitted])
        .collect();
    assert_eq!(sizes, [[25, 20, 14]; 2]);
    for (number, (cell, said)) in picture.cells.iter().zip(&picture.law).enumerate() {
        let (a, b) = ((number / 25) as i64, (number % 25) as i64 + 2);
        assert_eq!(*said, Some(a ^ b));
        assert_eq!(*cell, (a < 20 && b < 22).then_some(a ^ b));
    }
    // A long table is cut off.
    let report = guess(
        &built_in("nim"),
        &["a=0..299", "b=0..299"],
        Some("{a} {b}"),
        LawOf::Grundy,
    );
    let picture = report.unwrap().picture();
    assert_eq!(
        picture.cells.len(),
        picture.axes.iter().map(|a| a.shown).product::<usize>()
    );
    assert!(picture.cells.len() <= 1 << 16);
}

#[test]
fn tables_without_a_law_say_what_is_needed() {
    let nim = built_in("nim");
    for (params, at, message) in [
        (&["a=5"][..], "{a} 3", "`a` has fewer than two values"),
        (&["a=0..10:2"], "{a} 3", "0 is followed by 2"),
        (&["a=0,x"], "{a} 3", "1 of 2 cells have no value"),
        (&["a=0..9"], "{b} 3", "no --param b"),
    ] {
        let error = guess(&nim, params, Some(at), LawOf::Outcome).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
    }
    let error = guess(&nim, &["a=0..9"], Some("{a} 3"), LawOf::Score).unwrap_err();
    assert!(
        error.to_string().contains("10 of 10 cells have no value"),
        "{error}"
    );
    let report = guess(&nim, &["a=0..9"], Some("{a} 3"), LawOf::Grundy).unwrap();
    assert_eq!((report.status(), report.law.is_none()), ("none", true));
}
