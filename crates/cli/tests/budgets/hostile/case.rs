//! An adversarial rule file and the expected result.

/// The expected result of `kibitz stats`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// The game is solved.
    Solved,
    /// Exit code 2, with this text in the message.
    Refused(&'static str),
    /// The same, but only found by solving, not necessarily by `lint`.
    Unsolvable(&'static str),
    /// Exit code 3, with this text in the message.
    Limited(&'static str),
}

/// A rule file.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    pub(crate) expected: Expected,
}

impl Case {
    /// A whole file.
    pub(crate) fn file(name: &str, text: impl Into<Vec<u8>>, expected: Expected) -> Case {
        Case {
            name: name.to_owned(),
            text: text.into(),
            expected,
        }
    }

    /// A game of five matches, with these lines at the beginning of `moves`.
    pub(crate) fn body(name: &str, lines: &str, expected: Expected) -> Case {
        Case::file(name, five_matches(lines), expected)
    }

    /// The same with one line that evaluates an expression of `x`.
    pub(crate) fn expression(name: &str, expression: &str, expected: Expected) -> Case {
        Case::body(name, &format!("y = {expression}"), expected)
    }

    /// A game of five matches, with these lines at the end of the file.
    pub(crate) fn module(name: &str, lines: &str, expected: Expected) -> Case {
        Case::file(name, format!("{}\n{lines}\n", five_matches("")), expected)
    }
}

fn five_matches(lines: &str) -> String {
    let lines: String = lines.lines().map(|line| format!("    {line}\n")).collect();
    format!(
        "def start():\n    yield 5\n\n\ndef moves(x):\n{lines}    if x > 0:\n        yield x - 1\n"
    )
}
