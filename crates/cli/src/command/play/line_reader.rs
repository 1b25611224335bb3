//! Input lines: from a line editor on a terminal, else from standard input.

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

use super::commands;
use crate::failure::Failure;
use crate::output;

const PROMPT: &str = "> ";
/// Maximum length of an input line in bytes.
const MAX_LEN: u64 = 1 << 16;
/// Maximum number of characters of an input line that are echoed.
const SHOWN: usize = 60;

/// The result of reading a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    Text(String),
    TooLong,
    /// End of input.
    End,
}

/// The source of input lines.
pub(super) struct Lines {
    source: Source,
    /// Set while the program waits for input.
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

    /// Prompts for a line; `moves` are offered for completion.
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
        Ok(line) if line.len() as u64 > MAX_LEN => Ok(Line::TooLong),
        Ok(line) => Ok(Line::Text(line)),
        Err(ReadlineError::Eof) => Ok(Line::End),
        Err(ReadlineError::Interrupted) => Err(Failure::Interrupted),
        Err(error) => Err(anyhow::Error::from(error)
            .context("cannot read from the terminal")
            .into()),
    }
}

/// Reads a line of at most [`MAX_LEN`] bytes; a longer one is skipped to its end.
fn plain(input: &mut impl BufRead) -> io::Result<Line> {
    let mut bytes = Vec::new();
    input.take(MAX_LEN).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(Line::End);
    }
    if bytes.len() as u64 == MAX_LEN && !bytes.ends_with(b"\n") {
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Text(String::from_utf8_lossy(&bytes).into_owned()))
}

/// The line as echoed after the prompt, without control characters.
fn echo(line: &Line) -> String {
    match line {
        Line::End => "\n".to_owned(),
        Line::TooLong => "…\n".to_owned(),
        Line::Text(text) => sanitised(text.trim()) + "\n",
    }
}

/// User input, sanitised and truncated for printing.
pub(super) fn sanitised(text: &str) -> String {
    let mut safe: String = text
        .chars()
        .take(SHOWN)
        .map(|c| if is_printable(c) { c } else { '\u{fffd}' })
        .collect();
    if text.chars().nth(SHOWN).is_some() {
        safe.push('…');
    }
    safe
}

/// Whether a character can be printed safely: neither a control character nor a
/// bidirectional formatting character.
fn is_printable(c: char) -> bool {
    let is_bidi =
        matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    !c.is_control() && !is_bidi
}

/// Completion candidates of the line editor.
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
        let words = commands::spellings().map(str::to_owned);
        let mut candidates: Vec<String> = self.0.iter().cloned().chain(words).collect();
        candidates.retain(|name| name.to_lowercase().starts_with(&typed));
        Ok((0, candidates))
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
    fn too_long_lines_are_skipped_to_their_end() {
        let mut input = vec![b'x'; 3 * MAX_LEN as usize];
        input.extend(b"\nundo\r\n\xff\xfe\nlast");
        let texts = ["undo\r\n", "\u{fffd}\u{fffd}\n", "last"];
        let mut expected = vec![Line::TooLong];
        expected.extend(texts.map(|text| Line::Text(text.to_owned())));
        assert_eq!(all(&input), expected);
    }

    #[test]
    fn echoed_input_has_no_control_characters() {
        assert_eq!(sanitised("\x1b[2Jb2\u{202e}"), "\u{fffd}[2Jb2\u{fffd}");
        assert_eq!(sanitised(&"x".repeat(1000)).chars().count(), SHOWN + 1);
    }
}
