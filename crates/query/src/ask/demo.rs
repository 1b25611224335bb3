//! The main line with everything that is shown on the way.

use kibitz_game::{Plies, View};
use kibitz_solve::SolveError;
use serde::Serialize;

use super::look::result;
use super::probe::{Probe, move_count};
use crate::Limits;
use crate::QueryError;
use crate::ask::answer::SetOut;
use crate::erased::Pos;

/// A line is cut where the positions on it would take more text than this:
/// each of them comes with a picture several times as long.
const MOST_TEXT: usize = 1 << 18;

/// Best play by both sides, from a position to the end.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Demo {
    /// The game's name in the catalogue.
    pub game: String,
    /// Its parameters.
    pub set: SetOut,
    /// Where the line begins.
    #[serde(flatten)]
    pub start: Scene,
    /// The moves, each with what comes after it.
    pub steps: Vec<DemoStep>,
    /// Whether play goes on after the line.
    pub is_line_cut: bool,
}

/// A move of a line and the position after it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DemoStep {
    /// The move's name.
    #[serde(rename = "move")]
    pub by: String,
    /// Where it leads.
    #[serde(flatten)]
    pub to: Scene,
}

/// A position on a line, seen by the player who moves there.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// The position, as kibitz writes it.
    pub position: String,
    /// Who moves, where positions name the players.
    pub mover: Option<String>,
    /// `win`, `draw` or `loss` for the player who moves.
    pub value: &'static str,
    /// Plies until the end under perfect play.
    pub plies: Option<u32>,
    /// A picture of the position.
    pub view: View,
    /// Where the game is over, what that is for the player who would move.
    pub result: Option<&'static str>,
}

impl Probe<'_> {
    pub(crate) fn demo(&self, p: &Pos) -> Result<Demo, QueryError> {
        let moves = move_count(self.game, p.any())?;
        let line = self.best(p, moves, Limits::default())?.line;
        let named = self.solution.named_line(p, &line.steps)?;
        let mut text = 0;
        let mut steps = Vec::with_capacity(line.steps.len());
        for (by, step) in named.names.into_iter().zip(&line.steps) {
            self.watch.check()?;
            let to = self.scene(&step.to)?;
            text += to.position.len();
            if text > MOST_TEXT && !steps.is_empty() {
                break;
            }
            steps.push(DemoStep { by, to });
        }
        Ok(Demo {
            game: self.game.info().name.to_owned(),
            set: self.game.settings().clone(),
            start: self.scene(p)?,
            is_line_cut: line.is_cut || steps.len() < line.steps.len(),
            steps,
        })
    }

    fn scene(&self, p: &Pos) -> Result<Scene, SolveError> {
        let verdict = self.verdict(p)?;
        let result = result(self.game, p)?;
        Ok(Scene {
            position: self.game.write(p),
            mover: self.game.mover(p).map(str::to_owned),
            value: verdict.wdl.name(),
            plies: verdict.plies.map(Plies::get),
            view: self.game.view(p),
            result: result.map(kibitz_game::Wdl::name),
        })
    }
}
