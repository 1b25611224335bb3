//! How exploring went, for whoever hears that it came to no end.

use std::collections::VecDeque;

use kibitz_game::{Slotted, Stop};

use super::fields::{Fields, Span};
use crate::{SolveError, Thousands};

/// How many positions the last levels had, and which slots outgrew their fields.
#[derive(Debug)]
pub(super) struct Growth {
    /// How many levels there have been, and the sizes of the last of them.
    levels: usize,
    last: VecDeque<u64>,
    /// The level at which a slot was last widened, by slot.
    widened: Vec<Option<usize>>,
}

impl Growth {
    /// The sizes of so many levels are told.
    const SHOWN: usize = 4;

    pub(super) fn new(slots: usize) -> Growth {
        Growth {
            levels: 0,
            last: VecDeque::new(),
            widened: vec![None; slots],
        }
    }

    /// The next level has so many positions.
    pub(super) fn level(&mut self, positions: u64) {
        self.levels += 1;
        self.last.push_back(positions);
        if self.last.len() > Growth::SHOWN {
            self.last.pop_front();
        }
    }

    /// Rows within these spans were met.
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

    /// The slot that grows with every move: its field doubles whenever the
    /// number of moves has, so it was widened in the last half of them. Of
    /// several the widest.
    fn growing(&self, fields: &Fields) -> Option<usize> {
        let lately = self.levels / 2;
        let slots = (0..self.widened.len()).filter(|&slot| {
            let widened = self.widened[slot].is_some_and(|level| level >= lately);
            widened && fields.spans()[slot].bits() > 1
        });
        slots.max_by_key(|&slot| (fields.spans()[slot].width(), std::cmp::Reverse(slot)))
    }

    /// The error of exploring that ran out of memory, told in full.
    pub(super) fn explain<G: Slotted>(
        &self,
        error: SolveError,
        game: &G,
        fields: &Fields,
        met: u64,
    ) -> SolveError {
        let SolveError::Stop(Stop::OutOfMemory { short, .. }) = error else {
            return error;
        };
        let mut what = format!("exploring, with {} positions met", Thousands(met));
        let sizes: Vec<String> = self
            .last
            .iter()
            .map(|size| Thousands(*size).to_string())
            .collect();
        if let [sizes @ .., size] = &sizes[..] {
            let moves = self.levels - 1;
            what += &format!(" within {moves} moves (new ones lately: ");
            what.extend(sizes.iter().map(|size| format!("{size}, ")));
            what += size;
            if let Some(slot) = self.growing(fields) {
                what += &format!("; {} grows", game.name_of(slot));
            }
            what += "),";
        }
        SolveError::Stop(Stop::OutOfMemory { what, short })
    }
}
