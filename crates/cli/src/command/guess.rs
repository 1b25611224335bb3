//! `kibitz guess`: the law behind a table.

mod text;

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use clap::{Args, ValueEnum};
use kibitz_game::{RunContext, Wdl};
use kibitz_guess::{csv_name, parse_csv};
use kibitz_query::{
    Axis, GameSource, LawOf, LawReport, LawSearch, ParameterTable, RequestedFields,
};

use crate::arguments::{Budget, GameOptions, RuleLimits, TableOption, parse_seconds};
use crate::cancellable_reader::CancellableReader;
use crate::command::table::axis;
use crate::failure::Failure;
use crate::{output, progress};

#[derive(Debug, Args)]
#[command(
    after_help = "GAME may also be a CSV file of integers, e.g. of `kibitz table --csv`, or - for \
    standard input: a sequence, a matrix, or a head with names and a line per cell. Laws are \
    fitted to the lower part of the table and tested on the rest, then on larger tables. A law \
    that holds everywhere is a conjecture, unless a theorem is named.\n\n\
    Examples:\n  kibitz guess subtraction --set take=1,2,3 --param n=0..100 --show grundy\n  \
    kibitz guess boxes --param a=0..6 --param b=0..6 --param c=0..6 --at '{a} {b} 0 0 {c}'\n  \
    kibitz guess octal --set code=0.77 --param a=0..200 --show grundy --json\n  \
    kibitz table subtraction --param n=0..60 --csv | kibitz guess -"
)]
pub(crate) struct GuessOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Axis: a parameter or position field and its values, e.g. n=0..200
    #[arg(long = "param", value_name = "NAME=VALUES", allow_hyphen_values = true)]
    params: Vec<String>,
    /// Position with fields in braces, e.g. '{a} {b} 3'
    #[arg(long, value_name = "TEMPLATE", allow_hyphen_values = true)]
    at: Option<String>,
    /// Quantity of the table
    #[arg(long, value_enum, default_value_t = Show::Outcome)]
    show: Show,
    /// Leave out cells without a value
    #[arg(long)]
    skip_holes: bool,
    /// Test on larger tables for this time, in seconds
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true, value_parser = parse_seconds,
          default_value = "0.5")]
    extend: Duration,
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
}

pub(crate) fn run(options: &GuessOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let report = if is_csv(&options.game.game) {
        of_file(options, &context)?
    } else {
        of_game(options, &context)?
    };
    match options.json {
        true => output::json(&report.document()),
        false => output::text(&text::text(&report)),
    }
}

fn is_csv(game: &str) -> bool {
    game == "-"
        || Path::new(game)
            .extension()
            .is_some_and(|end| end.eq_ignore_ascii_case("csv"))
}

fn of_game(options: &GuessOptions, context: &RunContext) -> Result<LawReport, Failure> {
    if options.params.is_empty() {
        let message = "a law needs an axis: give --param NAME=VALUES";
        let advice = "e.g. --param n=0..200; `kibitz games NAME` lists parameters and fields";
        return Err(Failure::Usage(message.to_owned(), Some(advice.to_owned())));
    }
    let axes = options.params.iter().map(|text| axis(text));
    let axes = axes.collect::<Result<Vec<Axis>, Failure>>()?;
    let search = LawSearch {
        table: ParameterTable {
            game: &GameSource::new(&options.game.game, options.limits.limits())?,
            set: &options.game.set,
            axes: &axes,
            at: options.at.as_deref(),
            wanted: RequestedFields::default(),
            table: options.table.open()?,
        },
        of: match options.show {
            Show::Outcome => LawOf::Outcome,
            Show::Grundy => LawOf::Grundy,
            Show::Plies => LawOf::Plies,
            Show::Score => LawOf::Score,
        },
        skips_holes: options.skip_holes,
        patience: options.extend,
    };
    Ok(search.answer(context)?)
}

/// Files are read up to this length.
const MAX_FILE: u64 = 1 << 27;

fn of_file(options: &GuessOptions, context: &RunContext) -> Result<LawReport, Failure> {
    let name = &options.game.game;
    if !options.params.is_empty() || options.at.is_some() || !options.game.set.is_empty() {
        let message = format!("{name} is a table already; --param, --at and --set are for games");
        return Err(Failure::Usage(message, None));
    }
    let mut bytes = Vec::new();
    let read = match name.as_str() {
        "-" => {
            let source = CancellableReader {
                source: std::io::stdin().lock(),
                context: context.clone(),
            };
            source.take(MAX_FILE + 1).read_to_end(&mut bytes)
        }
        path => std::fs::File::open(path)
            .and_then(|file| file.take(MAX_FILE + 1).read_to_end(&mut bytes)),
    };
    read.with_context(|| format!("cannot read {name}"))?;
    if bytes.len() as u64 > MAX_FILE {
        let message = format!("{name} is too large; at most {MAX_FILE} bytes are read");
        return Err(Failure::Usage(message, None));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| Failure::Usage(format!("{name} is not valid UTF-8; give CSV text"), None))?;
    let labels = [Wdl::Loss, Wdl::Win, Wdl::Draw].map(Wdl::name);
    let text = text.trim_start_matches('\u{feff}');
    let table = parse_csv(text, &labels, options.skip_holes);
    let table =
        table.map_err(|error| Failure::Usage(format!("{name}: {error}"), Some(CSV.to_owned())))?;
    let mut report = LawReport::of(table);
    if let Some(head) = csv_name(text, &labels) {
        let note = format!("the first line, `{head}`, is a name and not a value");
        report.notes.push(note);
    }
    Ok(report)
}

const CSV: &str = "give a line or a column of integers, a matrix, or names and then a line per cell, \
    e.g. `a,b,value` and `0,1,5`";
