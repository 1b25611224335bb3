//! `kibitz verify FILE.py`: tests the claim of a rule file against the solved
//! game.

use std::fmt::Write;

use kibitz_game::counted;
use kibitz_query::{ClaimReport, Counterexample, RuleFile, verify_claim};
use kibitz_solve::Thousands;
use serde_json::Value;

use super::VerifyOptions;
use crate::failure::Failure;
use crate::output::{self, coloured, in_plies, title};
use crate::progress;

/// Maximum number of moves printed of the principal variation.
const MAX_LINE_LEN: usize = 24;

pub(super) fn run(options: &VerifyOptions) -> Result<(), Failure> {
    let limits = options.limits.limits();
    let context = progress::context(&options.budget);
    let _here = context.here();
    let file = RuleFile::read(&options.game.game, limits)?;
    let game = file.rules(options.game.pairs()).map_err(rules)?;
    let other = match &options.claim {
        None => None,
        Some(path) => {
            let source = RuleFile::read(path, limits)?.source;
            let claim = game.claim_file(source, &options.game.set, limits);
            Some(claim.map_err(rules)?)
        }
    };
    let report = verify_claim(game, other.as_ref(), &context)?;
    if options.json {
        output::json(&report)?;
    } else {
        output::text(&text(&report))?;
    }
    match report.holds {
        true => Ok(()),
        false => Err(Failure::Refuted),
    }
}

fn rules(failure: kibitz_rules::Failure) -> Failure {
    Failure::Query(failure.into())
}

fn text(report: &ClaimReport) -> String {
    let mut text = title(&report.game, &report.set);
    let about = match report.claim_of {
        "win" => "win or loss",
        "outcome" => "outcome class",
        _ => "Grundy values",
    };
    let _ = writeln!(text, "\nclaim     {} ({about})", report.claim);
    let Some(wrong) = &report.counterexample else {
        let all = Thousands(report.positions);
        let _ = writeln!(text, "holds     at all {all} reachable positions");
        return text;
    };
    write_wrong(&mut text, wrong);
    let count = Thousands(report.counterexamples);
    let all = Thousands(report.positions);
    let _ = writeln!(
        text,
        "total     {count} of {all} positions are counterexamples"
    );
    text
}

fn write_wrong(text: &mut String, wrong: &Counterexample) {
    let from = match wrong.plies_from_start {
        0 => "the start".to_owned(),
        n => format!("{} from the start", counted(n.into(), "ply")),
    };
    let _ = writeln!(text, "refuted   {}, {from}", wrong.position);
    let _ = writeln!(text, "claimed   {}", written(&wrong.claimed));
    let grundy = wrong.grundy.map(|n| format!(", Grundy value {n}"));
    let _ = writeln!(
        text,
        "actual    {}: {}{}{}",
        written(&wrong.truth),
        coloured(wrong.value),
        in_plies(wrong.plies),
        grundy.unwrap_or_default()
    );
    if !wrong.line.is_empty() {
        let shown = wrong.line.iter().take(MAX_LINE_LEN);
        let moves: Vec<&str> = shown.map(|step| step.by.as_str()).collect();
        let is_cut = wrong.is_line_cut || wrong.line.len() > MAX_LINE_LEN;
        let dots = if is_cut { ", …" } else { "" };
        let _ = writeln!(text, "line      {}{dots}", moves.join(", "));
    }
    if let Some(why) = &wrong.why {
        let mut label = "why";
        for line in output::wrapped_reason(why) {
            let _ = writeln!(text, "{label:<10}{line}");
            label = "";
        }
    }
}

/// A value in Python syntax.
fn written(value: &Value) -> String {
    match value {
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        other => other.to_string(),
    }
}
