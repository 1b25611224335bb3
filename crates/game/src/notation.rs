//! Text notation of positions and moves.

use std::fmt;
use std::ops::Range;

use crate::{Findings, Game, Places, Reason, Step, View};

/// The name of a forced pass in every game that has one.
pub const PASS: &str = "pass";

/// Positions and moves as text.
///
/// [`parse`](Notation::parse) inverts [`write`](Notation::write); it may accept other spellings
/// too.
pub trait Notation: Game {
    /// Writes a position.
    fn write(&self, p: &Self::Pos) -> String;

    /// Parses and validates a position: engines accept whatever is returned.
    ///
    /// # Errors
    /// Returns where and why the text is not a position of this game.
    fn parse(&self, text: &str) -> Result<Self::Pos, TextError>;

    /// Writes a move from `p`. Different moves from one position have
    /// different names; a forced pass is called [`PASS`].
    fn write_move(&self, p: &Self::Pos, by: &Self::Move) -> String;

    /// The notation of moves, with an example; completes the sentence "a move is written".
    fn move_syntax(&self) -> Option<&'static str> {
        None
    }

    /// The move from `p`, which is not statically decided, that `text` denotes, if the game can
    /// find it without enumerating its moves. Worth implementing if there may be millions of moves,
    /// or if moves have several spellings.
    ///
    /// `None` only means that the moves must be enumerated. The output of
    /// [`write_move`](Notation::write_move) must never be read as another move.
    fn read_step(&self, p: &Self::Pos, text: &str) -> Option<Step<Self::Pos, Self::Move>> {
        let _ = (p, text);
        None
    }

    /// A picture of the position; by default its text.
    fn view(&self, p: &Self::Pos) -> View {
        View::Text {
            text: self.write(p),
        }
    }

    /// What a move from `p` touches on the picture of `p`; `None` if the picture has no places for
    /// it, as for a pass.
    fn places(&self, p: &Self::Pos, by: &Self::Move) -> Option<Places> {
        let _ = (p, by);
        None
    }

    /// The names of the first and the second player, as [`mover`](Notation::mover) gives them.
    fn players(&self) -> [&'static str; 2] {
        ["Alice", "Bob"]
    }

    /// The name of the player to move, if the position determines it.
    fn mover(&self, p: &Self::Pos) -> Option<&'static str> {
        let _ = p;
        None
    }

    /// Why `p` has its value, in the game's own terms; `None` if the values of the moves are the
    /// best explanation.
    fn why(&self, p: &Self::Pos, found: &Findings<'_, Self::Pos, Self::Move>) -> Option<Reason> {
        let _ = (p, found);
        None
    }
}

/// A text that could not be parsed: where, what was found and what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// The bytes in error.
    pub at: Range<usize>,
    /// What is wrong, in one line.
    pub message: String,
    /// What to write instead, if helpful.
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

    /// Adds a line of help.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> TextError {
        self.help = Some(help.into());
        self
    }

    /// The same error in a text that contains this one from byte `offset` on.
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

/// The words of a text and their byte ranges.
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

/// Parses a non-negative whole number.
///
/// # Errors
/// Returns an error if `word` is anything else, or above 2⁶³ − 1.
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
                format!("{what} is above the limit of 9223372036854775807"),
            ))
        }
        Err(_) => {
            let problem = TextError::new(at, format!("expected {what}, a number, found `{word}`"));
            let is_list =
                word.contains(',') && word.bytes().all(|b| b == b',' || b.is_ascii_digit());
            Err(match is_list {
                true => problem.help(format!(
                    "separate numbers by spaces and write no commas: `{}`",
                    word.replace(',', " ").trim()
                )),
                false => problem,
            })
        }
    }
}
