//! `kibitz table`: a table over parameters and fields of positions.

mod csv;
mod emit;
mod json;
mod nested;
mod text;

use clap::{ArgGroup, Args, ValueEnum};
use kibitz_game::Wdl;
use kibitz_query::Wanted;
use kibitz_query::{Axis, Choice, QueryError, Table, TableQuestion, Verdict};

use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::failure::Failure;
use crate::{output, progress};

#[derive(Debug, Args)]
#[command(
    group = ArgGroup::new("format").args(["csv", "json", "emit"]),
    after_help = "A parameter of the game opens the game anew for each value. Any other name is a \
    field of the position: it stands in braces in --at, or in a template of the game. A cell \
    without such a position stays empty.\n\n\
    Examples:\n  kibitz table boxes --param a=0..8 --param b=0..8 --at '0 {a} 0 0 {b}' --show grundy\n  \
    kibitz table marbles --param rows=1..4 --param cols=1..5\n  \
    kibitz table numbers --param cards=1..5 --set modulus=3 --show plies --csv\n  \
    kibitz table boxes --param a=0..9 --param b=0..9 --show losing\n  \
    kibitz table piles --param k=0..5 --param a=1,2,4 --at '1 1 {a} 1' --show grundy --emit cpp"
)]
pub(crate) struct TableOptions {
    #[command(flatten)]
    game: GameOptions,
    /// What the table goes over, as n=1..40, n=0..100:5 or n=1,2,5
    #[arg(
        long = "param",
        value_name = "NAME=VALUES",
        required = true,
        allow_hyphen_values = true
    )]
    params: Vec<String>,
    /// The position, with fields in braces, as '{a} {b} 3'
    #[arg(long, value_name = "TEMPLATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// What is shown of each position
    #[arg(long, value_enum, default_value_t = Show::Outcome)]
    show: Show,
    /// Print comma-separated values
    #[arg(long)]
    csv: bool,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    /// Print an array to paste into a program
    #[arg(long, value_enum, value_name = "LANGUAGE")]
    emit: Option<Language>,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Show {
    /// Who wins
    Outcome,
    /// The Grundy value
    Grundy,
    /// Plies until the end
    Plies,
    /// A list of the positions that are lost for the mover
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
    let watch = progress::watch(&options.budget);
    let axes: Result<Vec<Axis>, Failure> = options.params.iter().map(|text| axis(text)).collect();
    let axes = axes?;
    let question = TableQuestion {
        game: &Choice::new(&options.game.game, options.limits.limits())?,
        set: &options.game.set,
        axes: &axes,
        at: options.at.as_deref(),
        wanted: Wanted {
            plies: options.show == Show::Plies,
            grundy: options.show == Show::Grundy,
            visits: false,
        },
    };
    let table = question.answer(&watch)?;
    let shown = Shown {
        table: &table,
        axes: &axes,
        show: options.show,
        name: options.show.name().to_owned(),
    };
    match (options.emit, &table.stopped) {
        // A program with a part of the values would give wrong answers.
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

fn axis(text: &str) -> Result<Axis, Failure> {
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

/// A table and what is to be shown of it.
struct Shown<'a> {
    table: &'a Table,
    axes: &'a [Axis],
    show: Show,
    /// The name of what is shown.
    name: String,
}

/// What is shown of one position.
#[derive(Clone, Copy)]
enum Cell {
    /// There is no such position, or it has no such number.
    Empty,
    Value(Wdl),
    Number(u64),
}

impl Show {
    fn name(self) -> &'static str {
        match self {
            Show::Outcome => "outcome",
            Show::Grundy => "grundy",
            Show::Plies => "plies",
            Show::Losing => "losing",
        }
    }

    fn of(self, verdict: &Verdict) -> Cell {
        let number = match self {
            Show::Outcome | Show::Losing => return Cell::Value(verdict.wdl),
            Show::Grundy => verdict.grundy.map(kibitz_game::Grundy::get),
            Show::Plies => verdict.plies.map(|plies| plies.get().into()),
        };
        number.map_or(Cell::Empty, Cell::Number)
    }
}

impl<'a> Shown<'a> {
    /// All cells, the last axis running fastest.
    fn cells(&self) -> impl Iterator<Item = Cell> {
        let cells = self.table.cells.iter();
        cells.map(|cell| cell.as_ref().map_or(Cell::Empty, |v| self.show.of(v)))
    }

    /// The number of values of the last axis.
    fn columns(&self) -> usize {
        self.axes.last().map_or(1, |axis| axis.values.len())
    }

    /// For each axis its value in a cell.
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

    /// The positions that are lost for the mover, by their values.
    fn losing(&self) -> impl Iterator<Item = Vec<&'a str>> {
        let cells = self.table.cells.iter().enumerate();
        let lost = cells.filter(|(_, cell)| cell.is_some_and(|v| v.wdl == Wdl::Loss));
        lost.map(|(number, _)| self.values(number))
    }
}

/// Whether a value is a number that programs can read.
fn is_number(value: &str) -> bool {
    let plain = value.bytes().all(|b| b.is_ascii_digit()) && !value.is_empty();
    plain && (value == "0" || !value.starts_with('0')) && value.parse::<u64>().is_ok()
}
