//! All positions, counted by value.

use kibitz_game::{Presented, Watch};

use super::Open;
use crate::QueryError;
use crate::answer::{StartOut, Stats};
use crate::oracle::Oracle;

impl<G: Presented, O: Oracle<G>> Open<G, O> {
    pub(super) fn count(&self, position: &str, watch: &Watch) -> Result<Stats, QueryError> {
        let p = self.parse(position)?;
        let tally = self.oracle.tally(&self.game, &p, watch)?;
        let start = self.oracle.verdict(&self.game, &p, watch)?;
        let (max_plies, longest) = match &tally.longest {
            Some((plies, p)) => (Some(plies.get()), Some(self.game.write(p))),
            None => (None, None),
        };
        let rows = tally.by_plies.iter().filter(|row| row.win + row.loss > 0);
        Ok(Stats {
            game: self.game.info().name.to_owned(),
            set: self.set(),
            from: self.visited_from(&p),
            positions: tally.positions(),
            unfolded: tally.unfolded,
            nodes: tally.nodes,
            win: tally.win,
            loss: tally.loss,
            draw: tally.draw,
            ties: tally.ties,
            undecided: tally.undecided,
            max_plies,
            longest,
            by_plies: rows.copied().collect(),
            start: match self.oracle.outcome(&self.game, &p, watch)? {
                None => StartOut::One(start.into()),
                Some(outcome) => StartOut::Both(outcome.into()),
            },
            notes: tally.notes,
        })
    }
}
