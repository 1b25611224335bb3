//! The line that refutes an answer.

use kibitz_game::{Watch, Wdl};
use kibitz_query::{Answer, Limits, LineOut, QueryError, Session};
use serde::Serialize;

/// First moves that are answered one by one.
const MOST_MOVES: usize = 200;
/// Moves of a line that is found.
const LONGEST_LINE: usize = 200;

/// Why a position has the value that it has, against a claim.
pub(super) struct Refutation {
    /// What is known of the position.
    pub(super) answer: Answer,
    /// Where the claim is too high: every first move, and what spoils it.
    pub(super) replies: Vec<Reply>,
    /// The claim against the truth, in words.
    pub(super) why: Option<String>,
}

/// A first move, and the best answer to it.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Reply {
    /// The move.
    #[serde(rename = "move")]
    pub(super) by: String,
    /// Its value for the player who makes it.
    pub(super) value: &'static str,
    /// The answer; `None` where the game is over.
    pub(super) reply: Option<String>,
}

impl Refutation {
    pub(super) fn new(
        game: &Session,
        position: &str,
        claim: Option<Wdl>,
        watch: &Watch,
    ) -> Result<Refutation, QueryError> {
        let limits = Limits {
            moves: usize::MAX,
            line: LONGEST_LINE,
            depth: 0,
        };
        let answer = game.ask(position, limits, watch)?;
        let truth = value_of(answer.value);
        let mut replies = Vec::new();
        if claim.is_some_and(|claim| claim > truth) {
            for m in answer.moves.iter().take(MOST_MOVES) {
                let limits = Limits {
                    moves: 1,
                    line: 1,
                    depth: 0,
                };
                let next = game.ask(&m.position, limits, watch)?;
                replies.push(Reply {
                    by: m.by.clone(),
                    value: m.value,
                    reply: next.line.first().map(|step: &LineOut| step.by.clone()),
                });
            }
        }
        let why = claim.map(|claim| why(claim, truth, &answer));
        Ok(Refutation {
            answer,
            replies,
            why,
        })
    }
}

fn value_of(name: &str) -> Wdl {
    let all = [Wdl::Win, Wdl::Draw, Wdl::Loss];
    all.into_iter()
        .find(|value| value.name() == name)
        .unwrap_or(Wdl::Draw)
}

/// What the claim overlooks.
fn why(claim: Wdl, truth: Wdl, answer: &Answer) -> String {
    let first = answer.line.first().map(|step| step.by.as_str());
    match (claim, truth, first) {
        (_, Wdl::Loss, None) => "the game is over, and whoever is to move has lost".to_owned(),
        (_, Wdl::Win, None) => "the game is over, and whoever is to move has won".to_owned(),
        (_, Wdl::Draw, None) => "the game is over, a draw".to_owned(),
        (Wdl::Win, Wdl::Loss, _) => "whoever is to move loses: every first move is answered".into(),
        (_, Wdl::Loss, _) => "this is no draw: every first move loses".to_owned(),
        (_, Wdl::Win, Some(by)) => format!("whoever is to move wins, by {by}"),
        (Wdl::Loss, _, Some(by)) => format!("whoever is to move holds the draw, by {by}"),
        (_, Wdl::Draw, _) => "no first move wins: each has an answer that holds".to_owned(),
    }
}
