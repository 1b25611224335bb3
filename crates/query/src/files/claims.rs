//! What a rule file claims about its positions, compared with the truth.

use std::sync::Arc;

use kibitz_game::{Grundy, Plies, Reason, Side, Watch, Wdl};
use kibitz_rules::tree::ClaimOf;
use kibitz_rules::{Claimed, Failure, Position, Rules};
use kibitz_solve::SolveError;
use serde::Serialize;
use serde_json::Value;

use crate::ask::answer::{LineOut, SetOut};
use crate::erased::{Pos, typed};
use crate::{Limits, QueryError, Session, Verdict, Wanted};

/// The answer of `verify` for a rule file.
#[derive(Clone, Debug, Serialize)]
pub struct ClaimReport {
    /// The game's name.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The file with the claim.
    pub claim: String,
    /// What it is about: `win`, `outcome` or `grundy`.
    pub claim_of: &'static str,
    /// Whether no position speaks against it.
    pub holds: bool,
    /// How many positions were asked about.
    pub positions: u64,
    /// How many of them speak against it.
    pub counterexamples: u64,
    /// The one fewest plies from the start, of several the one with the least
    /// fields.
    pub counterexample: Option<Counterexample>,
}

/// A position at which a claim is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The position.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// The fewest moves from the start to it.
    pub plies_from_start: u32,
    /// What was claimed.
    pub claimed: Value,
    /// What is true.
    pub truth: Value,
    /// `win`, `draw` or `loss` for the player who moves.
    pub value: &'static str,
    /// Plies until the end under perfect play.
    pub plies: Option<u32>,
    /// The Grundy value.
    pub grundy: Option<u64>,
    /// The line of play that refutes the claim: best play by both sides.
    pub line: Vec<LineOut>,
    /// Whether play goes on after the line.
    #[serde(skip)]
    pub is_line_cut: bool,
    /// Why the value is what it is.
    pub why: Option<Reason>,
}

/// Moves of a line that is told.
const LONGEST_LINE: usize = 200;

/// Compares a claim with the truth at every position that the start reaches.
/// The claim is the game's own, unless it comes from another file.
///
/// # Errors
/// Where there is no claim, or one about Grundy values that the game has not;
/// where the rules fail, or a budget is used up.
pub fn verify_claim(
    game: Rules,
    other: Option<&Rules>,
    watch: &Watch,
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
    let wanted = Wanted {
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
    let probe = session.to_visit(&start, wanted, watch)?;
    let stage = watch.stage("comparing the claim", None);
    let mut asker = claim.asker();
    let mut first: Option<(Pos, Verdict, i64)> = None;
    probe.solution.visit(&start, watch, &mut |seen| {
        let position: &Position = typed(seen.position);
        // A claim speaks of Left to move.
        let Some(row) = position
            .row()
            .filter(|_| position.side() != Some(Side::Right))
        else {
            return Ok(());
        };
        let truth = truth(claim, &seen.verdict)?;
        let claimed = asker.claim(row).map_err(|e| fault(&game, position, e))?;
        report.positions += 1;
        if claimed.map(number) != Some(truth) {
            report.counterexamples += 1;
            let claimed = claimed.map_or(0, number);
            first.get_or_insert_with(|| (seen.position.to_pos(), seen.verdict, claimed));
        }
        if report.positions.is_multiple_of(1 << 10) {
            stage.reach(report.positions)?;
        }
        Ok(())
    })?;
    drop(stage);
    let Some((position, verdict, claimed)) = first else {
        return Ok(report);
    };
    let text = game.write_position(typed(position.any()));
    let limits = Limits {
        line: LONGEST_LINE,
        ..Limits::default()
    };
    let answer = session.ask(&text, limits, watch)?;
    report.holds = false;
    report.counterexample = Some(Counterexample {
        position: text,
        mover: answer.mover,
        plies_from_start: probe.solution.distance(&position).unwrap_or_default(),
        claimed: told(claim_of, claimed),
        truth: told(claim_of, truth(claim, &verdict)?),
        value: verdict.wdl.name(),
        plies: verdict.plies.map(Plies::get),
        grundy: verdict.grundy.map(Grundy::get),
        line: answer.line,
        is_line_cut: answer.is_line_cut,
        why: answer.why,
    });
    Ok(report)
}

fn name_of(claim_of: ClaimOf) -> &'static str {
    match claim_of {
        ClaimOf::Win => "win",
        ClaimOf::Outcome => "outcome",
        ClaimOf::Grundy => "grundy",
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

/// What the claim should be, as a number.
fn truth(claim: &Rules, verdict: &Verdict) -> Result<i64, SolveError> {
    match claim.program().claim_of {
        ClaimOf::Win => Ok((verdict.wdl == Wdl::Win).into()),
        ClaimOf::Outcome => Ok(match verdict.wdl {
            Wdl::Win => 1,
            Wdl::Draw => 0,
            Wdl::Loss => -1,
        }),
        ClaimOf::Grundy => match verdict.grundy {
            Some(grundy) => Ok(grundy.get() as i64),
            None => {
                let message = "the claim is about Grundy values, and the game has none: they \
                               belong to impartial normal play without `over`, extra turns and \
                               cycles";
                let help = "claim_of = \"win\" or \"outcome\" claims who wins";
                let failure = claim.refuse(claim.program().roles.claim, message, help, Vec::new());
                Err(SolveError::Fault {
                    position: String::new(),
                    fault: kibitz_solve::Cause::new(failure),
                })
            }
        },
    }
}

/// A claim as the file writes it.
fn told(claim_of: ClaimOf, number: i64) -> Value {
    match claim_of {
        ClaimOf::Win => (number != 0).into(),
        ClaimOf::Outcome | ClaimOf::Grundy => number.into(),
    }
}
