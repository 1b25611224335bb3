//! Diagnostics for an enumeration that ran out of memory: level sizes and slots whose range keeps
//! growing.

use std::collections::VecDeque;

use kibitz_game::{StateVectorGame, StopReason};

use super::fields::{Fields, Span};
use crate::{SolveError, Thousands};

/// The sizes of the last levels, and which slots outgrew their fields.
#[derive(Debug)]
pub(super) struct Growth {
    /// The number of levels, and the sizes of the last of them.
    levels: usize,
    last: VecDeque<u64>,
    /// By slot, the level at which it was last widened.
    widened: Vec<Option<usize>>,
}

impl Growth {
    /// Number of level sizes in the message.
    const SHOWN: usize = 4;

    pub(super) fn new(slots: usize) -> Growth {
        Growth {
            levels: 0,
            last: VecDeque::new(),
            widened: vec![None; slots],
        }
    }

    /// Records the size of the next level.
    pub(super) fn level(&mut self, positions: u64) {
        self.levels += 1;
        self.last.push_back(positions);
        if self.last.len() > Growth::SHOWN {
            self.last.pop_front();
        }
    }

    /// Records that vectors within these spans were found.
    pub(super) fn widen(&mut self, fields: &Fields, spans: &[Span]) {
        let slots = self
            .widened
            .iter_mut()
            .zip(fields.spans().iter().zip(spans));
        for (widened, (old, more)) in slots {
            if !old.covers(*more) {
                *widened = Some(self.levels);
            }
        }
    }

    /// The slot that grows with every move: its field doubles whenever the depth has doubled, so it
    /// was widened in the last half of the levels. Of several the widest.
    fn growing(&self, fields: &Fields) -> Option<usize> {
        let recent = self.levels / 2;
        let slots = (0..self.widened.len()).filter(|&slot| {
            let widened = self.widened[slot].is_some_and(|level| level >= recent);
            widened && fields.spans()[slot].bits() > 1
        });
        slots.max_by_key(|&slot| (fields.spans()[slot].width(), std::cmp::Reverse(slot)))
    }

    /// Adds the diagnostics to an out-of-memory error.
    pub(super) fn explain<G: StateVectorGame>(
        &self,
        error: SolveError,
        game: &G,
        fields: &Fields,
        count: u64,
    ) -> SolveError {
        let SolveError::Stop(StopReason::OutOfMemory { short, .. }) = error else {
            return error;
        };
        let mut what = format!("enumeration reached {} positions", Thousands(count));
        let sizes: Vec<String> = self
            .last
            .iter()
            .map(|size| Thousands(*size).to_string())
            .collect();
        if let [sizes @ .., size] = &sizes[..] {
            let depth = self.levels - 1;
            what += &format!(" at depth {depth} (last levels: ");
            what.extend(sizes.iter().map(|size| format!("{size}, ")));
            what += size;
            if let Some(slot) = self.growing(fields) {
                what += &format!("; {} keeps growing", game.name_of(slot));
            }
            what += ")";
        }
        what += " and";
        SolveError::Stop(StopReason::OutOfMemory { what, short })
    }
}
