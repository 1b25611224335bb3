//! All positions, counted by value.

use kibitz_game::Watch;
use kibitz_solve::{Level, Wanted};

use crate::QueryError;
use crate::Session;
use crate::ask::answer::{PliesOut, StartOut, Stats};
use crate::erased::Pos;

/// What statistics tell beside win, draw and loss.
const WANTED: Wanted = Wanted {
    plies: true,
    grundy: false,
    visits: true,
};

impl Session {
    pub(crate) fn count(&self, p: &Pos, watch: &Watch) -> Result<Stats, QueryError> {
        let probe = self.to_visit(p, WANTED, watch)?;
        let tally = probe.solution.tally(p, watch)?;
        let positions = tally.positions();
        let (max_plies, longest) = match &tally.longest {
            Some((plies, p)) => (Some(plies.get()), Some(self.game.write(p))),
            None => (None, None),
        };
        Ok(Stats {
            game: self.info().name.to_owned(),
            set: self.settings(),
            from: self.visited_from(p),
            positions,
            unfolded: tally.unfolded,
            nodes: tally.nodes,
            win: tally.win,
            loss: tally.loss,
            draw: tally.draw,
            ties: tally.ties,
            undecided: tally.undecided.map(Into::into),
            max_plies,
            longest,
            by_plies: rows(&tally.levels),
            start: match probe.solution.outcome(p, watch)? {
                None => StartOut::One(probe.verdict(p)?.into()),
                Some(outcome) => StartOut::Both(outcome.into()),
            },
            notes: probe.solution.notes(WANTED),
        })
    }
}

/// The levels that have positions, each with its plies.
fn rows(levels: &[Level]) -> Vec<PliesOut> {
    let rows = levels
        .iter()
        .zip(0..)
        .filter(|(level, _)| level.count() > 0);
    let row = |(level, plies): (&Level, u32)| PliesOut {
        plies,
        win: level.win,
        loss: level.loss,
    };
    rows.map(row).collect()
}
