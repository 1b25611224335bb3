//! The checkpoints with which a run begins.

use crate::checkpoint::Offer;
use crate::vectors::saved::{PositionsOffer, Progress};

/// The checkpoints with which all processes begin.
#[derive(Clone, Copy)]
pub(crate) struct Begin {
    pub(crate) positions: Option<PositionsOffer>,
    pub(crate) values: Option<Offer>,
}

impl Begin {
    /// The newest that every process offers. The values of enumerated positions are of use only
    /// with all positions.
    pub(crate) fn newest(
        positions: &[Vec<PositionsOffer>],
        values: &[Vec<Offer>],
        is_enumerated: bool,
    ) -> Begin {
        let positions = newest(positions);
        let is_all = |offer: PositionsOffer| matches!(offer.progress, Progress::All { .. });
        let is_usable = !is_enumerated || positions.is_some_and(is_all);
        Begin {
            positions,
            values: newest(values).filter(|_| is_usable),
        }
    }

    /// A line for the user; `None` if there is no checkpoint.
    pub(crate) fn message(self) -> Option<String> {
        let (what, workers) = match (self.values, self.positions) {
            (Some(Offer { level, workers, .. }), _) => (format!("of level {level}"), workers),
            (None, Some(PositionsOffer { progress, workers })) => match progress {
                Progress::Depth(depth) => (format!("of depth {depth}"), workers),
                Progress::All { .. } => ("of all positions".to_owned(), workers),
            },
            (None, None) => return None,
        };
        Some(format!(
            "continuing from the checkpoint {what} by {workers} processes"
        ))
    }
}

/// The newest checkpoint that every process offers.
fn newest<O: Ord + Copy>(offers: &[Vec<O>]) -> Option<O> {
    let (first, others) = offers.split_first()?;
    let by_all = |offer: &&O| others.iter().all(|other| other.contains(offer));
    first.iter().filter(by_all).max().copied()
}
