//! `kibitz table`: values over parameters and position fields.

mod csv;
mod emit;
mod json;
mod nested;
mod text;

use std::time::Duration;

use clap::{ArgGroup, Args, ValueEnum};
use kibitz_game::Wdl;
use kibitz_query::RequestedFields;
use kibitz_query::{
    Axis, Evaluation, GameSource, LawOf, LawSearch, ParameterTable, QueryError, Table,
};

use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption};
use crate::failure::Failure;
use crate::{output, progress};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("format").args(["csv", "json", "emit"]),
    after_help = "For a parameter of the game, the game is opened once per value. Any other name is a \
    field of the position: it is written in braces in --at or in a template of the game. Cells \
    without a valid position are empty.\n\n\
    Examples:\n  kibitz table boxes --param a=0..8 --param b=0..8 --at '0 {a} 0 0 {b}' --show grundy\n  \
    kibitz table marbles --param rows=1..4 --param cols=1..5\n  \
    kibitz table numbers --param cards=1..5 --set modulus=3 --show plies --csv\n  \
    kibitz table boxes --param a=0..9 --param b=0..9 --show losing\n  \
    kibitz table piles --param k=0..5 --param a=1,2,4 --at '1 1 {a} 1' --show grundy --emit cpp"
)]
pub(crate) struct TableOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Axis: a parameter or position field and its values, e.g. n=1..40,
    /// n=0..100:5 or n=1,2,5
    #[arg(
        long = "param",
        value_name = "NAME=VALUES",
        required = true,
        allow_hyphen_values = true
    )]
    params: Vec<String>,
    /// Position with fields in braces, e.g. '{a} {b} 3'
    #[arg(long, value_name = "TEMPLATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// Quantity to tabulate
    #[arg(long, value_enum, default_value_t = Show::Outcome)]
    show: Show,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Print an array literal for a program
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    emit: Option<Language>,
    #[command(flatten)]
    table: TableOption,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// Win, draw or loss
    Outcome,
    /// The Grundy value
    Grundy,
    /// Distance in plies
    Plies,
    /// The score, in score play
    Score,
    /// List of the positions that the player to move loses
    Losing,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// C++17
    Cpp,
    /// Python 3
    Python,
}

pub(crate) fn run(options: &TableOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let axes: Result<Vec<Axis>, Failure> = options.params.iter().map(|text| axis(text)).collect();
    let axes = axes?;
    let request = ParameterTable {
        game: &GameSource::new(&options.game.game, options.limits.limits())?,
        set: &options.game.set,
        axes: &axes,
        at: options.at.as_deref(),
        wanted: RequestedFields {
            plies: options.show == Show::Plies,
            grundy: options.show == Show::Grundy,
            visits: false,
        },
        table: options.table.open()?,
    };
    let mut table = request.answer(&context)?;
    let is_text = !options.csv && !options.json && options.emit.is_none();
    if let Some(of) = options.show.law_of().filter(|_| is_text) {
        let search = LawSearch {
            table: request,
            of,
            skips_holes: true,
            patience: Duration::ZERO,
        };
        table.notes.extend(search.period_note(&table, &context)?);
    }
    let shown = Shown {
        table: &table,
        axes: &axes,
        show: options.show,
        name: options.show.name().to_owned(),
    };
    match (options.emit, &table.stopped) {
        // Incomplete arrays are not printed: a program would use them as complete.
        (Some(_), Some(_)) => {}
        (Some(language), None) => output::plain(&emit::text(&shown, language)?)?,
        (None, _) if options.csv => output::plain(&csv::text(&shown))?,
        (None, _) if options.json => output::plain(&json::text(&shown)?)?,
        (None, _) => output::text(&text::text(&shown))?,
    }
    match &table.stopped {
        Some(stop) => Err(QueryError::Stop(stop.clone()).into()),
        None => Ok(()),
    }
}

/// The axis of a `--param`.
pub(super) fn axis(text: &str) -> Result<Axis, Failure> {
    Axis::parse(text).map_err(|problem| {
        let flag = "--param".to_owned();
        let text = text.to_owned();
        Failure::Query(QueryError::Argument {
            flag,
            text,
            problem,
        })
    })
}

/// A table and the quantity to print.
struct Shown<'a> {
    table: &'a Table,
    axes: &'a [Axis],
    show: Show,
    /// The name of the quantity.
    name: String,
}

/// The quantity at one position.
#[derive(Clone, Copy)]
enum Cell {
    /// There is no such position, or the quantity is undefined or unknown.
    Empty,
    Value(Wdl),
    Number(i128),
}

impl Show {
    fn name(self) -> &'static str {
        match self {
            Show::Outcome => "outcome",
            Show::Grundy => "grundy",
            Show::Plies => "plies",
            Show::Score => "score",
            Show::Losing => "losing",
        }
    }

    /// The same quantity for laws; none of a list.
    fn law_of(self) -> Option<LawOf> {
        match self {
            Show::Outcome => Some(LawOf::Outcome),
            Show::Grundy => Some(LawOf::Grundy),
            Show::Plies => Some(LawOf::Plies),
            Show::Score => Some(LawOf::Score),
            Show::Losing => None,
        }
    }

    fn of(self, evaluation: &Evaluation) -> Cell {
        let number = match self {
            Show::Outcome | Show::Losing => return Cell::Value(evaluation.wdl),
            Show::Grundy => evaluation.grundy.map(|grundy| grundy.get().into()),
            Show::Plies => evaluation.plies.map(|plies| plies.get().into()),
            Show::Score => evaluation.score.map(Into::into),
        };
        number.map_or(Cell::Empty, Cell::Number)
    }
}

impl<'a> Shown<'a> {
    /// All cells; the last axis varies fastest.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let cells = self.table.cells.iter();
        cells.map(|cell| cell.as_ref().map_or(Cell::Empty, |v| self.show.of(v)))
    }

    /// The number of values of the last axis.
    fn columns(&self) -> usize {
        self.axes.last().map_or(1, |axis| axis.values.len())
    }

    /// The values of all axes at a cell.
    fn values(&self, cell: usize) -> Vec<&'a str> {
        let mut rest = cell;
        let mut values: Vec<&str> = Vec::with_capacity(self.axes.len());
        for axis in self.axes.iter().rev() {
            values.push(&axis.values[rest % axis.values.len()]);
            rest /= axis.values.len();
        }
        values.reverse();
        values
    }

    /// The positions that the mover loses, as values of the axes.
    fn losing(&self) -> impl Iterator<Item = Vec<&'a str>> {
        let cells = self.table.cells.iter().enumerate();
        let lost = cells.filter(|(_, cell)| cell.is_some_and(|v| v.wdl == Wdl::Loss));
        lost.map(|(number, _)| self.values(number))
    }
}

/// Whether a value is an unsigned 64-bit integer in canonical decimal notation.
fn is_number(value: &str) -> bool {
    let plain = value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty();
    plain && (value == "0" || !value.starts_with('0')) && value.parse::<u64>().is_ok()
}
