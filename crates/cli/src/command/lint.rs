//! `kibitz lint`: what looks wrong about a rule file.

use std::fmt::Write;

use clap::Args;
use kibitz_query::{Finding, Lint, RuleFile, is_rule_file};

use crate::arguments::{Budget, GameOptions, RuleLimits};
use crate::failure::{Failure, rules};
use crate::output::{self, heading};
use crate::progress;

#[derive(Debug, Args)]
#[command(
    after_help = "Checks names, types and shapes, tells what is never used and what is not \
    compiled, and tries 1,000 positions that random play meets, in compiled code, in the \
    interpreter and with `show`. Where the file has \
    `canon` or `symmetry`, positions and their representatives are compared in the game without \
    it; where it has `split`, parts are compared with the whole, as far as that is small.\n\n\
    Exit code 0: nothing is wrong (there may be warnings); 1: something is; 2: the file is no \
    rule file.\n\n\
    Examples:\n  kibitz lint examples/tictactoe.py\n  \
    kibitz lint examples/kayles.py --set n=12 --json"
)]
pub(crate) struct LintOptions {
    #[command(flatten)]
    game: GameOptions,
    /// Choose the positions by this number
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
            "`{}` is built in, and `lint` looks at rule files",
            entry.info.name
        );
        let advice = "give it a file of yours, as in `kibitz lint mine.py`; `kibitz new mine` writes one to begin with";
        return Err(Failure::Usage(message, Some(advice.to_owned())));
    }
    let watch = progress::watch(&options.budget);
    let file = RuleFile::read(name, options.limits.limits())?;
    let lint = kibitz_query::lint(&file, options.game.pairs(), options.seed, &watch)?;
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
        (0, 0) => "nothing is wrong".to_owned(),
        (0, n) => format!(
            "nothing is wrong, {}",
            kibitz_game::counted(n as u64, "warning")
        ),
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
