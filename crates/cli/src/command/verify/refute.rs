//! Refutation of a wrong answer: a principal variation, or replies to all moves.

use std::time::{Duration, Instant};

use kibitz_game::{RunContext, Wdl};
use kibitz_query::{Analysis, Limits, LineOut, QueryError, Session};
use serde::Serialize;

use super::replay::Replay;

/// Maximum number of first moves for which a reply is computed.
const MAX_MOVES: usize = 200;
/// Time after which no further replies are computed.
const REPLY_TIME: Duration = Duration::from_secs(2);
/// Maximum length of the principal variation.
const MAX_LINE_LEN: usize = 200;

/// Evidence for the value of a position against a claimed value.
pub(super) struct Refutation {
    /// Analysis of the position.
    pub(super) analysis: Analysis,
    /// If the claim is too high: all first moves with their refutations.
    pub(super) replies: Vec<Reply>,
    /// Why the claim is wrong, as text.
    pub(super) why: Option<String>,
    /// How to play from the position.
    pub(super) replay: Replay,
}

/// A first move and the best reply to it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub(super) by: String,
    /// Its value for the player who makes it.
    pub(super) value: &'static str,
    /// The reply; `None` if the game is over.
    pub(super) reply: Option<String>,
}

impl Refutation {
    pub(super) fn new(
        game: &Session,
        position: &str,
        claim: Option<Wdl>,
        replay: Replay,
        context: &RunContext,
    ) -> Result<Refutation, QueryError> {
        let limits = Limits {
            moves: usize::MAX,
            line: MAX_LINE_LEN,
            depth: 1,
        };
        let analysis = game.analyse(position, limits, context)?;
        let actual = value_of(analysis.value);
        let mut replies = Vec::new();
        if claim.is_some_and(|claim| claim > actual) {
            let until = Instant::now() + REPLY_TIME;
            let moves = analysis.moves.iter().take(MAX_MOVES);
            for m in moves.take_while(|_| Instant::now() < until) {
                let limits = Limits {
                    moves: 1,
                    line: 1,
                    depth: 0,
                };
                let next = game.analyse(&m.position, limits, context)?;
                replies.push(Reply {
                    by: m.by.clone(),
                    value: m.value,
                    reply: next.line.first().map(|step: &LineOut| step.by.clone()),
                });
            }
        }
        let why = claim.map(|claim| why(claim, actual, &analysis));
        Ok(Refutation {
            analysis,
            replies,
            why,
            replay,
        })
    }
}

fn value_of(name: &str) -> Wdl {
    let all = [Wdl::Win, Wdl::Draw, Wdl::Loss];
    all.into_iter()
        .find(|value| value.name() == name)
        .unwrap_or(Wdl::Draw)
}

/// Why the claim is wrong.
fn why(claim: Wdl, actual: Wdl, analysis: &Analysis) -> String {
    let first = analysis.line.first().map(|step| step.by.as_str());
    match (claim, actual, first) {
        (_, Wdl::Loss, None) => "the game is over, and the player to move has lost".to_owned(),
        (_, Wdl::Win, None) => "the game is over, and the player to move has won".to_owned(),
        (_, Wdl::Draw, None) => "the game is over, a draw".to_owned(),
        (Wdl::Win, Wdl::Loss, _) => "the player to move loses: every first move is refuted".into(),
        (_, Wdl::Loss, _) => "not a draw: every first move loses".to_owned(),
        (_, Wdl::Win, Some(by)) => format!("the player to move wins with {by}"),
        (Wdl::Loss, _, Some(by)) => format!("the player to move draws with {by}"),
        (_, Wdl::Draw, _) => "no first move wins: each has a reply that avoids the loss".to_owned(),
    }
}
