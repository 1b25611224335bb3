//! Explanations of a position's value.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::Step;

/// An explanation: as text, and as machine-readable facts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    /// The kind of explanation.
    pub kind: &'static str,
    /// The text, possibly of several lines.
    pub text: String,
    /// The facts stated by the text; serialised next to `kind` and `text`.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
}

impl Reason {
    /// An explanation whose facts are a structure with named fields; any other type cannot be
    /// serialised next to `kind` and `text`, and is omitted.
    ///
    /// ```
    /// use kibitz_game::Reason;
    /// use serde::Serialize;
    ///
    /// #[derive(Serialize)]
    /// struct Over { winner: &'static str }
    ///
    /// let reason = Reason::new("over", "Bob has won.".to_owned(), &Over { winner: "Bob" });
    /// assert_eq!(reason.facts["winner"], "Bob");
    /// ```
    #[must_use]
    pub fn new(kind: &'static str, text: String, facts: &impl Serialize) -> Reason {
        let facts = match serde_json::to_value(facts) {
            Ok(Value::Object(facts)) => facts,
            _ => Map::new(),
        };
        Reason { kind, text, facts }
    }
}

/// What is known about a position when it is to be explained.
#[derive(Clone, Copy, Debug)]
pub struct Findings<'a, P, M> {
    /// The principal variation.
    pub line: &'a [Step<P, M>],
    /// Whether the line is truncated.
    pub is_line_cut: bool,
    /// The score, signed for the mover.
    pub score: Option<i64>,
    /// The first-move advantage: by how much moving first changes a player's score.
    pub first_move_gain: Option<i64>,
}

/// Values in binary, one per row, and their exclusive or below.
///
/// ```
/// let rows = [("pile 1".to_owned(), 3), ("pile 2".to_owned(), 6)];
/// let table = kibitz_game::nim_sum_table(&rows);
/// assert_eq!(table, "\
/// pile 1   0 1 1  = 3
/// pile 2   1 1 0  = 6
/// nim-sum  1 0 1  = 5");
/// ```
#[must_use]
pub fn nim_sum_table(rows: &[(String, u64)]) -> String {
    const SUM: &str = "nim-sum";
    /// Wider rows are written without spaces.
    const SPACED: u32 = 20;
    let sum = rows.iter().fold(0, |sum, (_, value)| sum ^ value);
    let all = rows.iter().fold(sum, |all, (_, value)| all | value);
    let bits = (u64::BITS - all.leading_zeros()).max(1);
    let names = rows.iter().map(|(name, _)| name.chars().count());
    let width = names.chain([SUM.len()]).max().unwrap_or(0);
    let line = |name: &str, value: u64| {
        let digits: Vec<&str> = (0..bits)
            .rev()
            .map(|bit| if value >> bit & 1 == 1 { "1" } else { "0" })
            .collect();
        let between = if bits <= SPACED { " " } else { "" };
        format!("{name:<width$}  {}  = {value}", digits.join(between))
    };
    let lines = rows.iter().map(|(name, value)| line(name, *value));
    lines.chain([line(SUM, sum)]).collect::<Vec<_>>().join("\n")
}

/// Words separated by commas, at most `max` of them, and the number of those left out.
///
/// ```
/// let words = ["a", "b", "c", "d"];
/// assert_eq!(kibitz_game::listed(words, 4), "a, b, c, d");
/// assert_eq!(kibitz_game::listed(words, 2), "a, b and 2 more");
/// ```
#[must_use]
pub fn listed<T: ToString>(words: impl IntoIterator<Item = T>, max: usize) -> String {
    let mut words = words.into_iter();
    let shown: Vec<String> = words.by_ref().take(max).map(|w| w.to_string()).collect();
    match words.count() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// A number of things.
///
/// ```
/// assert_eq!(kibitz_game::counted(1, "move"), "1 move");
/// assert_eq!(kibitz_game::counted(2, "move"), "2 moves");
/// assert_eq!(kibitz_game::counted(3, "ply"), "3 plies");
/// assert_eq!(kibitz_game::counted(0, "box"), "0 boxes");
/// ```
#[must_use]
pub fn counted(n: u64, what: &str) -> String {
    match (n, what.strip_suffix('y')) {
        (1, _) => format!("1 {what}"),
        (_, Some(stem)) => format!("{n} {stem}ies"),
        (_, None) if what.ends_with(['s', 'x']) => format!("{n} {what}es"),
        (_, None) => format!("{n} {what}s"),
    }
}
