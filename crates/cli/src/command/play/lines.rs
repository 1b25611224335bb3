//! Where lines come from: a line editor on a terminal, anything else as it is.

use std::io::{self, BufRead, IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Editor, Helper};

use super::words;
use crate::failure::Failure;
use crate::output;

const PROMPT: &str = "> ";
/// Nobody types a longer line.
const LONGEST: u64 = 1 << 16;
/// Of a line that comes through a pipe so much is shown.
const SHOWN: usize = 60;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text(String),
    TooLong,
    /// There are no more lines.
    End,
}

/// Where lines come from.
pub(super) struct Lines {
    source: Source,
    /// Set while the program only waits for a line.
    is_waiting: Arc<AtomicBool>,
}

enum Source {
    Editor(Box<Editor<Names, MemHistory>>),
    Plain { is_echoed: bool },
}

impl Lines {
    pub(super) fn open(is_waiting: Arc<AtomicBool>) -> Result<Lines, Failure> {
        let is_terminal = io::stdin().is_terminal();
        let source = if is_terminal && io::stdout().is_terminal() {
            let config = Config::builder()
                .auto_add_history(true)
                .completion_type(CompletionType::List)
                .build();
            let editor = Editor::with_history(config, MemHistory::new());
            let mut editor = editor.context("cannot read from the terminal")?;
            editor.set_helper(Some(Names::default()));
            Source::Editor(Box::new(editor))
        } else {
            Source::Plain {
                is_echoed: !is_terminal,
            }
        };
        Ok(Lines { source, is_waiting })
    }

    /// Asks for a line; `moves` are what may be completed.
    pub(super) fn next(&mut self, moves: &[String]) -> Result<Line, Failure> {
        match &mut self.source {
            Source::Editor(editor) => {
                if let Some(names) = editor.helper_mut() {
                    names.0 = moves.to_vec();
                }
                edited(editor)
            }
            Source::Plain { is_echoed } => {
                output::text(PROMPT)?;
                self.is_waiting.store(true, Ordering::Relaxed);
                let line = plain(&mut io::stdin().lock());
                self.is_waiting.store(false, Ordering::Relaxed);
                let line = line.context("cannot read standard input")?;
                if *is_echoed || line == Line::End {
                    output::text(&echo(&line))?;
                }
                Ok(line)
            }
        }
    }
}

fn edited(editor: &mut Editor<Names, MemHistory>) -> Result<Line, Failure> {
    match editor.readline(PROMPT) {
        Ok(line) if line.len() as u64 > LONGEST => Ok(Line::TooLong),
        Ok(line) => Ok(Line::Text(line)),
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Interrupted) => Err(Failure::Interrupted),
        Err(error) => Err(anyhow::Error::from(error)
            .context("cannot read from the terminal")
            .into()),
    }
}

/// A line of at most [`LONGEST`] bytes; a longer one is read to its end, so
/// that what follows it is not taken for a part of it.
fn plain(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.take(LONGEST).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == LONGEST && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The line as it would stand behind the prompt, without anything that a
/// terminal might obey.
fn echo(line: &Line) -> String {
    match line {
        Line::End => "\n".to_owned(),
        Line::TooLong => "…\n".to_owned(),
        Line::Text(text) => shown(text.trim()) + "\n",
    }
}

/// A text that somebody typed, safe and short enough to be printed.
pub(super) fn shown(text: &str) -> String {
    let mut safe: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if is_plain(c) { c } else { '\u{fffd}' })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        safe.push('…');
    }
    safe
}

/// Whether a character is only itself: neither obeyed by a terminal nor able
/// to turn the order of others around.
fn is_plain(c: char) -> bool {
    let turns =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !turns
}

/// Names that the line editor completes.
#[derive(Default)]
struct Names(Vec<String>);

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}
impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        end: usize,
        _: &rustyline::Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let typed = line.get(..end).unwrap_or(line).to_lowercase();
        let words = words::spellings().map(str::to_owned);
        let mut fitting: Vec<String> = self.0.iter().cloned().chain(words).collect();
        fitting.retain(|name| name.to_lowercase().starts_with(&typed));
        Ok((0, fitting))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mut input: &[u8]) -> Vec<Line> {
        let mut lines = Vec::new();
        loop {
            match plain(&mut input).unwrap() {
                Line::End => return lines,
                line => lines.push(line),
            }
        }
    }

    #[test]
    fn long_lines_end_where_they_end() {
        let mut input = vec![b'x'; 3 * LONGEST as usize];
        input.extend(b"\nundo\r\n\xff\xfe\nlast");
        let texts = ["undo\r\n", "\u{fffd}\u{fffd}\n", "last"];
        let mut expected = vec![Line::TooLong];
        expected.extend(texts.map(|text| Line::Text(text.to_owned())));
        assert_eq!(all(&input), expected);
    }

    #[test]
    fn what_is_shown_moves_no_cursor() {
        assert_eq!(shown("\x1b[2Jb2\u{202e}"), "\u{fffd}[2Jb2\u{fffd}");
        assert_eq!(shown(&"x".repeat(1000)).chars().count(), SHOWN + 1);
    }
}
