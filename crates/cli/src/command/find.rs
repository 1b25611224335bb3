//! `kibitz find`: positions that satisfy conditions.

use std::fmt::Write;
use std::io;

use clap::Args;
use kibitz_query::{Conditions, Finds, Found, FoundOut, QueryError};
use kibitz_solve::Thousands;

use super::open_game;
use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption};
use crate::failure::Failure;
use crate::output::{self, coloured, in_plies, score_and_grundy, title};
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Conditions compare value (win, draw or loss), plies, score, grundy, moves (their \
    number) and winning (number of winning moves) by = != < <= > >= and are joined by `and` or \
    commas. `=max` and `=min` select the maximum and minimum among the positions that satisfy the \
    other conditions; several extremes are applied in the order given.\n\n\
    All positions are searched; in unbounded games (boxes, piles) and in nine, those reachable \
    from --at.\n\n\
    Examples:\n  kibitz find numbers --where 'value=win and plies=max'\n  \
    kibitz find marbles --where 'winning=1, moves>=20' --limit 3\n  \
    kibitz find marbles --where 'grundy>5' --count\n  \
    kibitz find boxes --at '1 2 3 4 5 6' --where 'value=loss and plies>4' --json"
)]
pub(crate) struct FindOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Conditions that the positions must satisfy
    #[arg(long = "where", value_name = "CONDITIONS", allow_hyphen_values = true)]
    conditions: String,
    /// List at most N positions
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: usize,
    /// Print only the count
    #[arg(long, conflicts_with = "limit")]
    count: bool,
    /// Search positions reachable from POSITION (for unbounded games)
    #[arg(long, value_name = "POSITION", allow_hyphen_values = true)]
    at: Option<String>,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    table: TableOption,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &FindOptions) -> Result<(), Failure> {
    let conditions = Conditions::parse(&options.conditions).map_err(|problem| {
        Failure::Query(QueryError::Argument {
            flag: "--where".to_owned(),
            text: options.conditions.clone(),
            problem,
        })
    })?;
    let context = progress::context(&options.budget);
    let game = options
        .table
        .attach(open_game(&options.game, &options.limits, &context, &[])?)?;
    let position = options
        .at
        .clone()
        .unwrap_or_else(|| game.default_position());
    let max = if options.count { 0 } else { options.limit };
    let mut list = List {
        style: match (options.json, options.count) {
            (true, _) => Style::Json,
            (false, true) => Style::Count,
            (false, false) => Style::Text,
        },
        head: None,
        first: Vec::new(),
        width: None,
        rows: 0,
        text: String::new(),
    };
    let found = game.find_each(&position, &conditions, max, &mut list, &context);
    // Positions found before a stop are printed.
    if found.is_ok() || list.head.is_some() {
        list.end()?;
    }
    Ok(found?)
}

/// Output format.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Text,
    Json,
    Count,
}

/// Streams the results: there may be more than fit into memory.
struct List {
    style: Style,
    head: Option<Found>,
    /// The first rows, buffered to compute the width of the column of positions.
    first: Vec<FoundOut>,
    width: Option<usize>,
    /// Number of rows so far.
    rows: u64,
    /// Text that is not written yet.
    text: String,
}

impl Finds for List {
    fn begin(&mut self, found: &Found) -> Result<(), QueryError> {
        self.head = Some(found.clone());
        if self.style == Style::Json {
            let (before, _) = document(found)?;
            self.text += &before;
        }
        Ok(())
    }

    fn next(&mut self, row: FoundOut) -> Result<(), QueryError> {
        const FIRST: usize = 1 << 10;
        const FLUSH_LEN: usize = 1 << 16;
        self.rows += 1;
        match self.style {
            Style::Count => {}
            Style::Json => {
                let row = serde_json::to_string_pretty(&row).map_err(not_written)?;
                self.text += if self.rows > 1 { ",\n" } else { "\n" };
                self.text += "    ";
                self.text += &row.replace('\n', "\n    ");
            }
            Style::Text => match self.width {
                Some(width) => write_row(&mut self.text, &row, width),
                None => self.first.push(row),
            },
        }
        if self.first.len() >= FIRST {
            self.write_first();
        }
        if self.text.len() >= FLUSH_LEN {
            self.write()?;
        }
        Ok(())
    }
}

impl List {
    /// Writes the header and the buffered rows.
    fn write_first(&mut self) {
        let first = std::mem::take(&mut self.first);
        let width = first.iter().map(columns).max().unwrap_or(0);
        if let Some(found) = &self.head {
            self.text += &head(found);
        }
        for row in &first {
            write_row(&mut self.text, row, width);
        }
        self.width = Some(width);
    }

    fn write(&mut self) -> Result<(), QueryError> {
        let written = match self.style {
            Style::Json => output::plain(&self.text),
            Style::Text | Style::Count => output::text(&self.text),
        };
        self.text.clear();
        written.map_err(|failure| match failure {
            Failure::Output(error) => QueryError::Output(error),
            _ => not_written(io::ErrorKind::Other),
        })
    }

    /// Writes the rest.
    fn end(mut self) -> Result<(), Failure> {
        if self.style == Style::Text && self.width.is_none() {
            self.write_first();
        }
        if let Some(found) = self.head.take() {
            match self.style {
                Style::Count => self.text = format!("{}\n", found.count),
                Style::Text => self.text += &tail(&found, self.rows),
                Style::Json => {
                    let (_, after) = document(&found)?;
                    self.text += if self.rows > 0 { "\n  " } else { "" };
                    self.text += &after;
                }
            }
        }
        Ok(self.write()?)
    }
}

fn not_written(error: impl Into<io::Error>) -> QueryError {
    QueryError::Output(error.into())
}

/// A JSON document without positions, split where they are to be inserted.
fn document(found: &Found) -> Result<(String, String), QueryError> {
    const LIST: &str = "\"positions\": [";
    let text = serde_json::to_string_pretty(found).map_err(not_written)?;
    let at = text.find(LIST).map_or(text.len(), |at| at + LIST.len());
    Ok((text[..at].to_owned(), text[at..].to_owned() + "\n"))
}

fn head(found: &Found) -> String {
    let mut text = title(&found.game, &found.set);
    let _ = writeln!(text, "\nwhere     {}", found.conditions);
    if let Some(from) = &found.from {
        let _ = writeln!(text, "from      {from}");
    }
    let count = Thousands(found.count);
    let _ = match (found.count, found.folded) {
        (0, _) => writeln!(text, "found     none"),
        (_, None) => writeln!(text, "found     {count}"),
        (_, Some(folded)) => writeln!(
            text,
            "found     {count}, {} up to symmetry",
            Thousands(folded)
        ),
    };
    text
}

/// What follows the rows: the number of omitted ones, and notes.
fn tail(found: &Found, rows: u64) -> String {
    let mut text = String::new();
    let all = found.folded.unwrap_or(found.count);
    let hidden = all.saturating_sub(rows);
    if hidden > 0 && rows > 0 {
        let _ = writeln!(
            text,
            "  … and {} more (--limit {all} shows all)",
            Thousands(hidden)
        );
    }
    for note in &found.notes {
        let _ = writeln!(text, "note      {note}");
    }
    text
}

/// Width of a position.
fn columns(row: &FoundOut) -> usize {
    row.position.chars().count()
}

fn write_row(text: &mut String, row: &FoundOut, width: usize) {
    let padding = " ".repeat(width.saturating_sub(columns(row)));
    let _ = write!(
        text,
        "  {}{padding}  {}{}",
        row.position,
        coloured(row.value),
        in_plies(row.plies)
    );
    text.push_str(&score_and_grundy(row.score, row.grundy));
    let moves = match row.moves {
        0 => "no moves".to_owned(),
        1 => "1 move".to_owned(),
        n => format!("{} moves", Thousands(n)),
    };
    let winning = match row.winning {
        0 => String::new(),
        1 => ", 1 wins".to_owned(),
        n => format!(", {} win", Thousands(n)),
    };
    let _ = writeln!(text, ", {moves}{winning}");
}
