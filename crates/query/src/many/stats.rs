//! Statistics over all positions.

use kibitz_game::RunContext;
use kibitz_solve::{DistanceCount, RequestedFields};

use crate::QueryError;
use crate::Session;
use crate::ask::analysis::{PliesOut, StartOut, Stats};
use kibitz_catalogue::Pos;

/// The fields needed for statistics.
const WANTED: RequestedFields = RequestedFields {
    plies: true,
    grundy: false,
    visits: true,
};

impl Session {
    pub(crate) fn count(&self, p: &Pos, context: &RunContext) -> Result<Stats, QueryError> {
        let probe = self.to_visit(p, WANTED, context)?;
        let counts = probe.solution.count_values(p, context)?;
        let positions = counts.positions();
        let (max_plies, longest) = match &counts.longest {
            Some((plies, p)) => (Some(plies.get()), Some(self.game.write(p))),
            None => (None, None),
        };
        Ok(Stats {
            game: self.info().name.to_owned(),
            set: self.settings(),
            from: self.visited_from(p),
            positions,
            unfolded: counts.positions_without_symmetry,
            nodes: counts.nodes,
            win: counts.win,
            loss: counts.loss,
            draw: counts.draw,
            ties: counts.ties,
            undecided: counts.undecided.map(Into::into),
            max_plies,
            longest,
            least_score: counts.scores.map(|(least, _)| least),
            greatest_score: counts.scores.map(|(_, greatest)| greatest),
            by_plies: rows(&counts.levels),
            start: match probe.solution.outcome(p, context)? {
                None => StartOut::One(probe.evaluation(p)?.into()),
                Some(outcome) => StartOut::Both(outcome.into()),
            },
            notes: probe.solution.notes(WANTED),
        })
    }
}

/// The non-empty levels, with their distances.
fn rows(levels: &[DistanceCount]) -> Vec<PliesOut> {
    let rows = levels
        .iter()
        .zip(0..)
        .filter(|(level, _)| level.count() > 0);
    let row = |(level, plies): (&DistanceCount, u32)| PliesOut {
        plies,
        win: level.win,
        loss: level.loss,
    };
    rows.map(row).collect()
}
