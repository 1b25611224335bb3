//! The principal variation with a view of every position.

use kibitz_game::{Plies, View};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::inspect::result;
use super::probe::{Probe, move_count};
use crate::Limits;
use crate::QueryError;
use kibitz_catalogue::Pos;
use kibitz_catalogue::SetOut;

/// Maximum text of a line's positions, in bytes; the line is truncated there.
/// Each position comes with a view several times as long.
const MAX_TEXT: usize = 1 << 18;

/// Best play by both sides, from a position to the end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Playthrough {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// The first position.
    #[serde(flatten)]
    pub start: Snapshot,
    /// The moves, each with its successor.
    pub steps: Vec<PlaythroughStep>,
    /// Whether the line was truncated before the end of play.
    pub is_line_cut: bool,
}

/// A move of a line and the position after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlaythroughStep {
    /// The move's name.
    #[serde(rename = "move")]
    pub by: String,
    /// The position it leads to.
    #[serde(flatten)]
    pub to: Snapshot,
}

/// A position of a line, from the mover's side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Snapshot {
    /// The position in kibitz's notation.
    pub position: String,
    /// The player to move, if positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player to move.
    pub value: &'static str,
    /// Distance to the end in plies, under perfect play.
    pub plies: Option<u32>,
    /// The view of the position.
    pub view: View,
    /// If the game is over, its result for the player who would move next.
    pub result: Option<&'static str>,
}

impl Probe<'_> {
    pub(crate) fn playthrough(&self, p: &Pos) -> Result<Playthrough, QueryError> {
        let moves = move_count(self.game, p.any())?;
        let line = self.best(p, moves, Limits::default())?.line;
        let named = self.solution.named_line(p, &line.steps)?;
        let mut text = 0;
        let mut steps = Vec::with_capacity(line.steps.len());
        for (by, step) in named.names.into_iter().zip(&line.steps) {
            self.context.check()?;
            let to = self.snapshot(&step.to)?;
            text += to.position.len();
            if text > MAX_TEXT && !steps.is_empty() {
                break;
            }
            steps.push(PlaythroughStep { by, to });
        }
        Ok(Playthrough {
            game: self.game.info().name.to_owned(),
            set: self.game.settings().clone(),
            start: self.snapshot(p)?,
            is_line_cut: line.is_cut || steps.len() < line.steps.len(),
            steps,
        })
    }

    fn snapshot(&self, p: &Pos) -> Result<Snapshot, SolveError> {
        let evaluation = self.evaluation(p)?;
        let result = result(self.game, p)?;
        Ok(Snapshot {
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            value: evaluation.wdl.name(),
            plies: evaluation.plies.map(Plies::get),
            view: self.game.view(p),
            result: result.map(kibitz_game::Wdl::name),
        })
    }
}
