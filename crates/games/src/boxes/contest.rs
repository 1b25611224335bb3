//! HDU 3389: `T`, then for each case `n` and the cards of n boxes.

use kibitz_game::contest::{Asked, Contest, Count, Input, InputError, Plain, Taken};
use kibitz_game::{Notation, Wdl};

use super::{Boxes, Counts};

/// The contest's input and output.
#[derive(Clone, Debug)]
pub struct Format<'a> {
    game: &'a Boxes,
}

impl<'a> Format<'a> {
    /// The format; the boxes' transfers do not change it.
    #[must_use]
    pub fn new(game: &'a Boxes) -> Format<'a> {
        Format { game }
    }
}

impl Format<'_> {
    pub(super) fn game(&self) -> &Boxes {
        self.game
    }

    fn recognise_case(&self, plain: &mut Plain<'_>, bytes: usize) -> Option<Counts> {
        let n = plain.number()? as usize;
        let fits = n <= bytes && n >= self.game.transfers().largest().unwrap_or(0);
        let mut counts = Counts::with_capacity(fits.then_some(n)?);
        plain.numbers(n, &mut counts)?;
        Some(counts)
    }
}

/// Room for so many boxes is made before they are seen.
const AT_ONCE: u64 = 1 << 16;

impl Contest for Format<'_> {
    type Case = Counts;

    const COUNT: Count = Count::Given;

    fn recognise(&self, block: &[u8], most: usize, cases: &mut Vec<Counts>) -> Taken {
        let mut plain = Plain::new(block);
        let mut taken = Taken::default();
        for _ in 0..most {
            let Some(counts) = self.recognise_case(&mut plain, block.len()) else {
                break;
            };
            cases.push(counts);
            taken = plain.taken();
        }
        taken
    }

    fn read(&self, input: &mut Input<'_>) -> Result<Counts, InputError> {
        let n = input.number("the number of boxes")?;
        let least = self.game.transfers().largest().unwrap_or(0);
        if n < least as u64 {
            let what = format!("at least {least} boxes, for moves names box {least}");
            return Err(input.rejected_last(&what));
        }
        let mut counts = Counts::with_capacity(n.min(AT_ONCE) as usize);
        input.begin_case();
        for i in 0..n {
            if i % AT_ONCE == 0 {
                input.hold::<u64>((n - i).min(AT_ONCE) as usize)?;
            }
            counts.push(input.number("the number of cards in a box")?);
        }
        Ok(counts)
    }

    fn write(&self, number: u64, _: &Counts, value: Wdl, out: &mut Vec<u8>) {
        let winner = match value {
            Wdl::Win => "Alice",
            Wdl::Draw => "Draw",
            Wdl::Loss => "Bob",
        };
        out.extend_from_slice(format!("Case {number}: {winner}\n").as_bytes());
    }

    fn asked(&self, case: &Counts) -> Asked {
        Asked {
            set: Vec::new(),
            position: self.game.write(case),
        }
    }
}
