//! `kibitz check`: verifies every value of a table file from the rules.

use std::path::PathBuf;

use clap::Args;
use kibitz_query::{TableCheck, open_table};
use kibitz_solve::Thousands;
use serde_json::json;

use crate::arguments::{Budget, RuleLimits};
use crate::failure::Failure;
use crate::output;
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Every position's value is compared with what its successors' values imply by the \
    rules. Nothing of the engines is used. The exit code is 1 if a value is wrong.\n\n\
    Examples:\n  kibitz build quixo -o quixo.kbz && kibitz check quixo.kbz"
)]
pub(crate) struct CheckOptions {
    /// A table file
    file: PathBuf,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &CheckOptions) -> Result<(), Failure> {
    let context = progress::context(&options.budget);
    let (table, game) = open_table(&options.file, options.limits.limits())?;
    let checked = game.check_table(&table, &context)?;
    let file = options.file.display().to_string();
    if options.json {
        output::json(&document(&file, &checked))?;
    } else {
        output::text(&text(&file, &checked))?;
    }
    match checked {
        TableCheck::Correct(_) => Ok(()),
        TableCheck::Wrong { .. } => Err(Failure::Refuted),
    }
}

fn document(file: &str, checked: &TableCheck) -> serde_json::Value {
    match checked {
        TableCheck::Correct(counts) => json!({
            "file": file,
            "correct": true,
            "positions": counts.positions(),
            "win": counts.win,
            "draw": counts.draw,
            "loss": counts.loss,
            "max_plies": counts.longest.map(|n| n.get()),
        }),
        TableCheck::Wrong {
            number,
            position,
            problem,
        } => json!({
            "file": file,
            "correct": false,
            "number": number,
            "position": position,
            "problem": problem,
        }),
    }
}

fn text(file: &str, checked: &TableCheck) -> String {
    match checked {
        TableCheck::Correct(counts) => format!(
            "{file}: correct; {} stored positions: {} won, {} drawn, {} lost\n",
            Thousands(counts.positions()),
            Thousands(counts.win),
            Thousands(counts.draw),
            Thousands(counts.loss)
        ),
        TableCheck::Wrong {
            number,
            position,
            problem,
        } => {
            let position = position.as_deref().unwrap_or("no position");
            format!("{file}: wrong at {position} (number {number})\n{problem}\n")
        }
    }
}
