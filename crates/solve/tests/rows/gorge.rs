//! A long descent that is narrow in some places and wide in others.

use std::convert::Infallible;

use kibitz_game::{StateVectorGame, SuccessorBuffer, SuccessorGenerator, Turn, Wdl};

/// Positions (remaining depth, place). Every move descends by one or two, except one at the end if
/// there is a way back.
#[derive(Debug)]
pub(crate) struct Gorge {
    pub(crate) seed: u64,
    pub(crate) depth: i64,
    /// Places at the wide levels.
    pub(crate) width: i64,
    /// Moves of a position beyond those that make every place reachable.
    pub(crate) moves: u64,
    /// Whether the last position leads back to the first.
    pub(crate) has_way_back: bool,
}

impl Gorge {
    pub(crate) fn start(&self) -> Vec<i64> {
        vec![self.depth, 0]
    }

    fn dice(&self, depth: i64, place: i64, number: u64) -> u64 {
        let n = self.seed ^ (depth as u64) << 20 ^ (place as u64) << 8 ^ number;
        let n = (n ^ n >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (n ^ n >> 29).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 33
    }

    /// The number of places.
    fn places(&self, depth: i64) -> i64 {
        match depth / 40 % 3 {
            1 => self.width,
            _ => 1 + depth % 2,
        }
    }
}

impl StateVectorGame for Gorge {
    type Fault = Infallible;
    type Worker<'a> = &'a Gorge;

    fn slots(&self) -> usize {
        2
    }

    fn worker(&self) -> &Gorge {
        self
    }

    fn no_move_result(&self) -> Wdl {
        Wdl::Loss
    }
}

impl SuccessorGenerator for &Gorge {
    type Fault = Infallible;

    fn decided(&mut self, row: &[i64]) -> Result<Option<Wdl>, Infallible> {
        let &[depth, place] = row else { unreachable!() };
        let is_deep = place > 0 && depth < self.depth / 2;
        Ok(match self.dice(depth, place, 99) % 60 {
            0 if is_deep => Some(Wdl::Loss),
            1 if is_deep => Some(Wdl::Win),
            2 if is_deep => Some(Wdl::Draw),
            _ => None,
        })
    }

    fn expand(&mut self, row: &[i64], steps: &mut SuccessorBuffer) -> Result<(), Infallible> {
        let &[depth, place] = row else { unreachable!() };
        steps.clear();
        if depth == 0 {
            if self.has_way_back && place == 0 {
                steps.push(&self.start(), Turn::Other);
            }
            return Ok(());
        }
        // So that all places are reachable.
        let (here, below) = (self.places(depth), self.places(depth - 1));
        for to in (place..below).step_by(here as usize) {
            steps.push(&[depth - 1, to], Turn::Other);
        }
        for number in 0..self.moves {
            let down = 1 + (self.dice(depth, place, 2 * number) % 2) as i64;
            let to = (depth - down).max(0);
            let dice = self.dice(depth, place, 2 * number + 1);
            let turn = match dice % 8 {
                0 => Turn::Same,
                _ => Turn::Other,
            };
            steps.push(&[to, dice as i64 / 8 % self.places(to)], turn);
        }
        Ok(())
    }
}
