//! `kibitz lint`: static and dynamic checks of a rule file.

use std::fmt::Write;

use clap::Args;
use kibitz_query::{Finding, Lint, RuleFile, is_rule_file};

use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::failure::{Failure, rules};
use crate::output::{self, heading};
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Checks names, types and shapes, reports unused definitions and functions that are \
    not compiled, and runs the rules at 1,000 positions of random games, compiled, interpreted and \
    with `show`. If the file has `canon` or `symmetry`, the values of positions and their \
    canonical forms are compared in the unreduced game; if it has `split`, positions are compared \
    with the sum of their components, as far as they are small enough.\n\n\
    Exit code 0: no errors (there may be warnings); 1: errors; 2: the file is not a rule file.\n\n\
    Examples:\n  kibitz lint examples/tictactoe.py\n  \
    kibitz lint examples/kayles.py --set n=12 --json"
)]
pub(crate) struct LintOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Print one JSON document
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: RuleLimits,
    #[command(flatten)]
    budget: Budget,
}

pub(crate) fn run(options: &LintOptions) -> Result<(), Failure> {
    let name = &options.game.game;
    if let (false, Ok(entry)) = (is_rule_file(name), kibitz_query::find(name)) {
        let message = format!(
            "`{}` is a built-in game; `lint` checks rule files",
            entry.info.name
        );
        let advice =
            "name a rule file, e.g. `kibitz lint mine.py`; `kibitz new mine` writes a template";
        return Err(Failure::Usage(message, Some(advice.to_owned())));
    }
    let context = progress::context(&options.budget);
    let file = RuleFile::read(name, options.limits.limits())?;
    let lint = kibitz_query::lint(&file, options.game.pairs(), options.seed, &context)?;
    if options.json {
        output::json(&lint)?;
    } else {
        output::text(&text(&lint))?;
    }
    match lint.is_right() {
        true => Ok(()),
        false => Err(Failure::Refuted),
    }
}

fn text(lint: &Lint) -> String {
    let mut text = String::new();
    write_findings(&mut text, "\x1b[1;31merror\x1b[0m", &lint.errors);
    write_findings(&mut text, "\x1b[1;33mwarning\x1b[0m", &lint.warnings);
    let verdict = match (lint.errors.len(), lint.warnings.len()) {
        (0, 0) => "no problems found".to_owned(),
        (0, n) => format!("no errors, {}", kibitz_game::counted(n as u64, "warning")),
        (n, _) => kibitz_game::counted(n as u64, "error"),
    };
    let _ = writeln!(text, "{}: {verdict}", heading(&lint.file));
    for what in &lint.checked {
        let _ = writeln!(text, "  {what}");
    }
    text
}

fn write_findings(text: &mut String, label: &str, findings: &[Finding]) {
    for finding in findings {
        let _ = writeln!(text, "{label}: {}\n", rules(&finding.failure));
    }
}
