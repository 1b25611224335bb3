//! Checks the claim of a rule file against the solved game.

use std::sync::Arc;

use kibitz_game::{Grundy, Plies, Reason, RunContext, Side, Wdl};
use kibitz_rules::tree::ClaimOf;
use kibitz_rules::{Claimed, Failure, Position, Rules};
use kibitz_solve::SolveError;
use serde::Serialize;
use serde_json::Value;

use crate::ask::analysis::LineOut;
use crate::{Evaluation, Limits, QueryError, RequestedFields, Session};
use kibitz_catalogue::SetOut;
use kibitz_catalogue::{Pos, typed};

/// The result of `verify` for a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimReport {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The file with the claim.
    pub claim: String,
    /// The claimed quantity: `win`, `outcome` or `grundy`.
    pub claim_of: &'static str,
    /// Whether there is no counterexample.
    pub holds: bool,
    /// The number of positions compared.
    pub positions: u64,
    /// The number of counterexamples.
    pub counterexamples: u64,
    /// The counterexample of least depth; among several, the one with the
    /// lexicographically smallest fields.
    pub counterexample: Option<Counterexample>,
}

/// A position at which a claim is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The position.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// Its depth: the fewest moves from the start.
    pub plies_from_start: u32,
    /// The claimed value.
    pub claimed: Value,
    /// The true value.
    pub truth: Value,
    /// `win`, `draw` or `loss` for the player to move.
    pub value: &'static str,
    /// Distance to the end in plies, under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The principal variation, which refutes the claim.
    pub line: Vec<LineOut>,
    /// Whether the line was truncated before the end of play.
    #[serde(skip)]
    pub is_line_cut: bool,
    /// The explanation of the value.
    pub why: Option<Reason>,
}

/// Maximum length of the reported line.
const MAX_LINE_LEN: usize = 200;

/// Compares a claim with the true value at every position reachable from the
/// start. The claim is the game's own unless `other` is given.
///
/// # Errors
/// Returns an error if there is no claim, if it is about Grundy values and the
/// game has none, if the rules fail or a limit is reached.
pub fn verify_claim(
    game: Rules,
    other: Option<&Rules>,
    context: &RunContext,
) -> Result<ClaimReport, QueryError> {
    let game = Arc::new(game);
    let session = Session::of_rules(Arc::clone(&game));
    let claim = other.unwrap_or(&game);
    if claim.program().roles.claim.is_none() {
        let help = game.claim_help();
        return Err(game
            .refuse(None, "this file has no `claim`", &help, Vec::new())
            .into());
    }
    let claim_of = claim.program().claim_of;
    let start = session.parse(&game.write_position(&game.start()?))?;
    let wanted = RequestedFields {
        plies: true,
        grundy: claim_of == ClaimOf::Grundy,
        visits: true,
    };
    let mut report = ClaimReport {
        game: session.info().name.to_owned(),
        set: session.settings(),
        claim: claim.source().name.clone(),
        claim_of: name_of(claim_of),
        holds: true,
        positions: 0,
        counterexamples: 0,
        counterexample: None,
    };
    let probe = session.to_visit(&start, wanted, context)?;
    let stage = context.stage("checking the claim", None);
    let mut worker = claim.worker();
    let mut first: Option<(Pos, Evaluation, i64)> = None;
    probe.solution.visit(&start, context, &mut |visited| {
        let position: &Position = typed(visited.position);
        // A claim is about positions with Left to move.
        let Some(row) = position
            .row()
            .filter(|_| position.side() != Some(Side::Right))
        else {
            return Ok(());
        };
        let expected = expected(claim, &visited.evaluation)?;
        let claimed = worker.claim(row).map_err(|e| fault(&game, position, e))?;
        report.positions += 1;
        if claimed.map(number) != Some(expected) {
            report.counterexamples += 1;
            let claimed = claimed.map_or(0, number);
            first.get_or_insert_with(|| (visited.position.to_pos(), visited.evaluation, claimed));
        }
        if report.positions.is_multiple_of(1 << 10) {
            stage.advance_to(report.positions)?;
        }
        Ok(())
    })?;
    drop(stage);
    let Some((position, evaluation, claimed)) = first else {
        return Ok(report);
    };
    let text = game.write_position(typed(position.any()));
    let limits = Limits {
        line: MAX_LINE_LEN,
        ..Limits::default()
    };
    let analysis = session.analyse(&text, limits, context)?;
    report.holds = false;
    report.counterexample = Some(Counterexample {
        position: text,
        mover: analysis.mover,
        plies_from_start: probe.solution.depth(&position).unwrap_or_default(),
        claimed: claim_value(claim_of, claimed),
        truth: claim_value(claim_of, expected(claim, &evaluation)?),
        value: evaluation.wdl.name(),
        plies: evaluation.plies.map(Plies::get),
        grundy: evaluation.grundy.map(Grundy::get),
        line: analysis.line,
        is_line_cut: analysis.is_line_cut,
        why: analysis.why,
    });
    Ok(report)
}

fn name_of(claim_of: ClaimOf) -> &'static str {
    match claim_of {
        ClaimOf::Win => "win",
        ClaimOf::Outcome => "outcome",
        ClaimOf::Grundy => "grundy",
        ClaimOf::Score => "score",
    }
}

fn fault(game: &Rules, p: &Position, failure: Failure) -> SolveError {
    SolveError::Fault {
        position: game.write_position(p),
        fault: kibitz_solve::Cause::new(failure),
    }
}

fn number(claimed: Claimed) -> i64 {
    match claimed {
        Claimed::Bool(claimed) => claimed.into(),
        Claimed::Int(claimed) => claimed,
    }
}

/// The true value of the claimed quantity, as a number.
fn expected(claim: &Rules, evaluation: &Evaluation) -> Result<i64, SolveError> {
    match claim.program().claim_of {
        ClaimOf::Win => Ok((evaluation.wdl == Wdl::Win).into()),
        ClaimOf::Outcome => Ok(match evaluation.wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        }),
        ClaimOf::Grundy => {
            let grundy = evaluation.grundy.map(|grundy| grundy.get() as i64);
            grundy.ok_or_else(|| {
                let message = "the claim is about Grundy values, but the game has none: they are \
                               defined for impartial normal play without `over`, extra turns \
                               and cycles";
                not_defined(claim, message)
            })
        }
        ClaimOf::Score => evaluation.score.ok_or_else(|| {
            let message = "the claim is about scores, but the game has none: only games with \
                           play = \"score\" do";
            not_defined(claim, message)
        }),
    }
}

/// The error that positions of the game have no such value.
fn not_defined(claim: &Rules, message: &str) -> SolveError {
    let help = "to claim who wins, set claim_of = \"win\" or \"outcome\"";
    let failure = claim.refuse(claim.program().roles.claim, message, help, Vec::new());
    SolveError::Fault {
        position: String::new(),
        fault: kibitz_solve::Cause::new(failure),
    }
}

/// The value as the rule file writes it.
fn claim_value(claim_of: ClaimOf, number: i64) -> Value {
    match claim_of {
        ClaimOf::Win => (number != 0).into(),
        ClaimOf::Outcome | ClaimOf::Grundy | ClaimOf::Score => number.into(),
    }
}
