//! How people write positions and moves.

use std::fmt;
use std::ops::Range;

use crate::{Findings, Game, Reason, Step, View};

/// What a forced pass is called in every game that has one.
pub const PASS: &str = "pass";

/// Positions and moves as text.
///
/// What [`write`](Notation::write) writes, [`parse`](Notation::parse) reads
/// back; `parse` may accept other spellings too.
pub trait Notation: Game {
    /// Writes a position.
    fn write(&self, p: &Self::Pos) -> String;

    /// Reads a position. It is checked: what is accepted, the engines can ask.
    ///
    /// # Errors
    /// Where the text is no position of this game; says where and why.
    fn parse(&self, text: &str) -> Result<Self::Pos, TextError>;

    /// Writes a move from `p`. Different moves from one position have
    /// different names; a forced pass is called [`PASS`].
    fn write_move(&self, p: &Self::Pos, by: &Self::Move) -> String;

    /// How moves are written, with an example, to be read after "a move is
    /// written".
    fn move_syntax(&self) -> Option<&'static str> {
        None
    }

    /// The step from `p`, which is not decided, that somebody means by `text`,
    /// where the game can tell without going through its moves. Worth writing
    /// where there may be millions of them, or where people spell moves in
    /// several ways.
    ///
    /// `None` says only that the moves must be looked through. What
    /// [`write_move`](Notation::write_move) writes is never taken for another
    /// move.
    fn read_step(&self, p: &Self::Pos, text: &str) -> Option<Step<Self::Pos, Self::Move>> {
        let _ = (p, text);
        None
    }

    /// A picture of the position: by default the position as it is written.
    fn view(&self, p: &Self::Pos) -> View {
        View::Text {
            text: self.write(p),
        }
    }

    /// The name of the player who moves, where the position says so.
    fn mover(&self, p: &Self::Pos) -> Option<&'static str> {
        let _ = p;
        None
    }

    /// Why `p` has its value, in the game's own terms; `None` where the values
    /// of the moves tell it best.
    fn why(&self, p: &Self::Pos, found: &Findings<'_, Self::Pos, Self::Move>) -> Option<Reason> {
        let _ = (p, found);
        None
    }
}

/// A text that could not be read: where it went wrong, what stands there and
/// what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The bytes at fault.
    pub at: Range<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead, where that helps.
    pub help: Option<String>,
}

impl TextError {
    /// An error at `at`.
    pub fn new(at: Range<usize>, message: impl Into<String>) -> TextError {
        TextError {
            at,
            message: message.into(),
            help: None,
        }
    }

    /// The same, with a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// The same error in a text of which this one is the part that begins at
    /// byte `offset`.
    #[must_use]
    pub fn shifted(mut self, offset: usize) -> TextError {
        self.at = self.at.start + offset..self.at.end + offset;
        self
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for TextError {}

/// The words of a text with the bytes where they stand.
///
/// ```
/// let words: Vec<_> = kibitz_game::words(" 3  14").collect();
/// assert_eq!(words, [(1..2, "3"), (4..6, "14")]);
/// ```
pub fn words(text: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        (start..start + word.len(), word)
    })
}

/// Reads one whole number that is not negative.
///
/// # Errors
/// Where `word` is something else, or above 2⁶³ − 1.
pub fn parse_count(word: &str, at: Range<usize>, what: &str) -> Result<u64, TextError> {
    match word.parse::<i64>() {
        Ok(n) if n >= 0 && word.starts_with(|c: char| c.is_ascii_digit()) => Ok(n as u64),
        Ok(_) => Err(TextError::new(
            at,
            format!("expected {what}, a number from 0, found `{word}`"),
        )),
        Err(e) if word.bytes().all(|b| b.is_ascii_digit()) && !word.is_empty() => {
            let _ = e;
            Err(TextError::new(
                at,
                format!("{what} is above 9223372036854775807, the largest number here"),
            ))
        }
        Err(_) => {
            let problem = TextError::new(at, format!("expected {what}, a number, found `{word}`"));
            let is_list =
                word.contains(',') && word.bytes().all(|b| b == b',' || b.is_ascii_digit());
            Err(match is_list {
                true => problem.help(format!(
                    "numbers have no commas in them, and spaces between them: `{}`",
                    word.replace(',', " ").trim()
                )),
                false => problem,
            })
        }
    }
}
