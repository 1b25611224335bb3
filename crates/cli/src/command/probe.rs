//! `kibitz probe`: values of positions from a table file.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use kibitz_game::RunContext;
use kibitz_query::{Evaluation, QueryError, RequestedFields, Session, open_table};
use kibitz_solve::SolveError;
use kibitz_solve::grundy::COMPONENTS;
use serde::Serialize;

use super::standard_output;
use crate::arguments::{Budget, RuleLimits};
use crate::cancellable_reader::CancellableReader;
use crate::failure::Failure;
use crate::output::{in_plies, score_and_grundy};
use crate::progress;

/// Lines of standard input that are answered together, and those that a thread
/// answers in one step.
const BATCH: usize = 1 << 16;
const PART: usize = 1 << 10;

#[derive(Debug, Args)]
#[command(
    after_help = "Positions are written as for `solve --at`. Without any, they are read from \
    standard input, one per line; the answers are in the same order, one line each. Blank \
    lines are skipped.\n\n\
    Examples:\n  kibitz build quixo -o quixo.kbz\n  \
    kibitz probe quixo.kbz '.../.../... X'\n  \
    echo 'X../.../... O' | kibitz probe quixo.kbz --json"
)]
pub(crate) struct ProbeOptions {
    /// A table file
    file: PathBuf,
    /// Positions; standard input if absent
    #[arg(allow_hyphen_values = true)]
    positions: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

#[derive(Serialize)]
struct ProbeOut<'a> {
    position: &'a str,
    value: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grundy: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i64>,
}

pub(crate) fn run(options: &ProbeOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let (table, game) = open_table(&options.file, options.limits.limits())?;
    let mut output = standard_output()?;
    let probes = Probes {
        game: &game,
        wanted: RequestedFields {
            // Components have Grundy values only; distances of sums would have to be computed.
            plies: table.description().numbering != COMPONENTS,
            ..RequestedFields::ALL
        },
        json: options.json,
        context: &context,
    };
    if !options.positions.is_empty() {
        return probes.answer(&options.positions, None, &mut *output);
    }
    let source = CancellableReader {
        source: io::stdin().lock(),
        context: context.clone(),
    };
    let mut lines = io::BufReader::with_capacity(1 << 16, source).lines();
    let mut first = 1;
    loop {
        let batch: Result<Vec<String>, io::Error> = lines.by_ref().take(BATCH).collect();
        let batch = match batch {
            Ok(batch) => batch,
            Err(error) => {
                context.check().map_err(QueryError::from)?;
                let error = anyhow::Error::new(error).context("cannot read standard input");
                return Err(Failure::System(error));
            }
        };
        if batch.is_empty() {
            return Ok(());
        }
        probes.answer(&batch, Some(first), &mut *output)?;
        first += batch.len();
    }
}

struct Probes<'a> {
    game: &'a Session,
    wanted: RequestedFields,
    json: bool,
    context: &'a RunContext,
}

impl Probes<'_> {
    /// Writes the answers to some positions, up to the first invalid one; `first` is the number of
    /// the first line of standard input.
    fn answer(
        &self,
        positions: &[String],
        first: Option<usize>,
        output: &mut dyn Write,
    ) -> Result<(), Failure> {
        let parts: Vec<(usize, &[String])> = (0..).zip(positions.chunks(PART)).collect();
        let answers = self.context.pool().map(parts, |(part, positions)| {
            let mut text = String::new();
            for (i, position) in positions.iter().enumerate() {
                if first.is_some() && position.trim().is_empty() {
                    continue;
                }
                if let Err(error) = self.write(position, &mut text) {
                    return (text, Some((part * PART + i, error)));
                }
            }
            (text, None)
        });
        for (text, problem) in answers {
            output.write_all(text.as_bytes()).map_err(Failure::Output)?;
            if let Some((i, error)) = problem {
                output.flush().map_err(Failure::Output)?;
                return Err(self.failure(error, first.map(|first| first + i)));
            }
        }
        output.flush().map_err(Failure::Output)
    }

    fn write(&self, position: &str, text: &mut String) -> Result<(), QueryError> {
        let position = position.trim();
        let evaluation = self.game.probe(position, self.wanted, self.context)?;
        let Evaluation {
            wdl,
            plies,
            grundy,
            score,
        } = evaluation;
        let plies = plies.map(|n| n.get());
        let grundy = grundy.map(|g| g.get());
        if self.json {
            let out = ProbeOut {
                position,
                value: wdl.name(),
                plies,
                grundy,
                score,
            };
            *text += &serde_json::to_string(&out).expect("strings and numbers");
            text.push('\n');
        } else {
            let _ = writeln!(
                text,
                "{position}  {wdl}{}{}",
                in_plies(plies),
                score_and_grundy(score, grundy)
            );
        }
        Ok(())
    }

    /// The error of a position, with its line.
    fn failure(&self, error: QueryError, line: Option<usize>) -> Failure {
        match (error, line) {
            (QueryError::Position { text, problem }, Some(line)) => {
                Failure::Query(QueryError::Argument {
                    flag: format!("line {line} of standard input"),
                    text,
                    problem,
                })
            }
            (QueryError::Position { text, problem }, None) => {
                Failure::Query(QueryError::Argument {
                    flag: "position".to_owned(),
                    text,
                    problem,
                })
            }
            (QueryError::Solve(SolveError::NotInTable { position, root }), Some(line)) => {
                Failure::Query(QueryError::Solve(SolveError::NotInTable {
                    position: format!("{position} (line {line} of standard input)"),
                    root,
                }))
            }
            (other, _) => other.into(),
        }
    }
}
