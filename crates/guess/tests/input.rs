//! Tables from CSV, and errors of invalid ones.

use kibitz_guess::{Axis, Table, TableError, csv_name, guess, parse_csv};

const LABELS: [&str; 3] = ["loss", "win", "draw"];

fn parse(text: &str) -> Result<Table, String> {
    parse_csv(text, &LABELS, false).map_err(|error| error.to_string())
}

#[test]
fn csv_has_four_forms() {
    let column: String = (0..60).map(|n| format!("{}\n", n % 5)).collect();
    let line: Vec<String> = (0..60).map(|n| (n % 5).to_string()).collect();
    let records: String = (0..60).map(|n| format!("{n},{}\n", n % 5)).collect();
    for text in [
        column.clone(),
        line.join(","),
        format!("n,grundy\n{records}"),
        format!("x\n{column}"),
    ] {
        let table = parse(&text).unwrap();
        assert_eq!(table.axes().len(), 1);
        assert_eq!(guess(&table).laws[0].formula(), "n mod 5", "{text}");
    }
    let grid = |head: &str| -> String {
        let heads: String = (0..12).map(|b| format!(",{b}")).collect();
        let row = |a: i64| -> String {
            let cells: String = (0..12).map(|b| format!(",{}", a ^ b)).collect();
            format!("{a}{cells}\n")
        };
        format!("{head}{heads}\n{}", (0..12).map(row).collect::<String>())
    };
    let table = parse(&grid("a/b")).unwrap();
    assert_eq!(guess(&table).laws[0].formula(), "a ⊕ b");
    let matrix: String = grid("a/b")
        .lines()
        .skip(1)
        .map(|line| {
            let (_, cells) = line.split_once(',').unwrap();
            format!("{cells}\n")
        })
        .collect();
    assert_eq!(
        guess(&parse(&matrix).unwrap()).laws[0].formula(),
        "row ⊕ column"
    );
    let outcomes: String = (0..60)
        .map(|n| if n % 3 == 0 { "loss\n" } else { "win\n" })
        .collect();
    let law = &guess(&parse(&outcomes).unwrap()).laws[0];
    assert_eq!(law.formula(), "[loss, win, win][n mod 3]");
}

/// What is neither a value nor a name is not silently left out.
#[test]
fn the_head_of_a_column_is_a_name() {
    assert_eq!(csv_name("x\n1\n2\n", &LABELS), Some("x"));
    assert_eq!(csv_name("win\nloss\n", &LABELS), None);
    assert_eq!(csv_name("1\n2\n", &LABELS), None);
    for head in ["1.5", "0x10", "1e3", "-", "?"] {
        let error = parse(&format!("{head}\n1\n2\n")).unwrap_err();
        assert!(error.starts_with("line 1, field 1"), "{error}");
    }
}

#[test]
fn invalid_csv_is_an_error_that_says_what_is_needed() {
    for (text, message) in [
        ("", "there are no values; a law needs a table of numbers"),
        (
            "n,value\n",
            "there are no values; a law needs a table of numbers",
        ),
        (
            "1\n2\nthree\n",
            "line 3, field 1: expected an integer, or one of win, loss and draw, found `three`",
        ),
        (
            "n,value\n0,1\nx,2\n",
            "line 3, field 1: expected the value of an axis, an integer, found `x`",
        ),
        ("1,2\n3\n", "line 2 has 1 fields; the first line has 2"),
        (
            "n,v\n0,1\n0,2\n",
            "line 3 is about the same place as a line before; give one value",
        ),
        (
            "1\n2\nwin\n",
            "line 3: `win` after values of another kind; a table has numbers only, or outcomes only",
        ),
        (
            "a,b,v\n0,0,1\n1,1,2\n",
            "2 of 4 cells have a value; every cell needs one",
        ),
        (
            "5\n",
            "`n` has fewer than two values; a law needs a range to vary over, e.g. n=0..40",
        ),
        (
            "n,v\n-1,4\n0,5\n",
            "the values of `n` must be between 0 and 2^48",
        ),
        (
            "1\n999999999999999999\n",
            "the value 999999999999999999 is too large; at most 2^48 is possible",
        ),
        (
            "1\n1.5\n",
            "line 2, field 1: expected an integer, or one of win, loss and draw, found `1.5`",
        ),
        (
            "n,v\n0,1\n9000000000000000000,1\n",
            "the values of `n` must be between 0 and 2^48",
        ),
        (
            "n,v\n0,1\n100000000000,1\n",
            "a table has 1 to 8 axes and at most 4194304 cells",
        ),
    ] {
        assert_eq!(parse(text).unwrap_err(), message, "{text:?}");
    }
}

#[test]
fn holes_can_be_left_out() {
    let triangle: String = (0..16)
        .flat_map(|a| (a + 1..16).map(move |b| format!("{a},{b},{}\n", b - a - 1)))
        .collect();
    let text = format!("a,b,v\n{triangle}");
    assert!(parse(&text).is_err());
    let table = parse_csv(&text, &LABELS, true).unwrap();
    assert_eq!(guess(&table).laws[0].formula(), "b - a - 1");
}

#[test]
fn axes_are_consecutive() {
    let axis = |values: &[i64]| Axis::of_values("n", values);
    assert!(axis(&[3, 4, 5]).is_ok());
    let gap = TableError::Gap {
        name: "n".to_owned(),
        before: 1,
        after: 3,
    };
    assert_eq!(axis(&[0, 1, 3]), Err(gap));
    assert_eq!(
        axis(&[4]),
        Err(TableError::ShortAxis {
            name: "n".to_owned()
        })
    );
    assert!(axis(&[2, 1]).is_err());
}
