//! The placements of the six small animals beside two lions, numbered densely.
//!
//! A *run* is a state of the elephants with one of the giraffes on other
//! labels. In it come the states of the chicks, on the labels that are left:
//! these are counted anew, so that no number is wasted.

use super::codes::{Code, LABELS, Pieces};
use super::pairs::Pairs;

/// The placements with the same elephants and giraffes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    /// The first of its numbers, and the one behind the last.
    start: u32,
    pub(super) end: u32,
    /// The states of elephants and giraffes.
    states: [u8; 2],
    /// Their labels.
    taken: u16,
}

/// Sets of labels.
const SETS: usize = 1 << LABELS;

/// Numbers that differ in so many bits at most are in two runs at most, where
/// all animals take part; a run is longer than that.
const BUCKET: u32 = 8;

/// The numbers of placements.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pairs: [Pairs; 3],
    runs: Vec<Run>,
    /// The start of a run, by the states of elephants and giraffes; what is on
    /// the same label has none.
    starts: Vec<u32>,
    /// The run of the first number of each bucket.
    buckets: Vec<u32>,
    /// By the labels that are taken: four bits for each label, how many of
    /// those before it are. Those of label l are at the place of its codes.
    before: Box<[u64; SETS]>,
    /// The same for the labels that are left, by their new number.
    before_left: Box<[u64; SETS]>,
    /// All numbers are below this.
    pub(super) count: u32,
}

impl Numbers {
    pub(super) fn new(present: [bool; 3]) -> Numbers {
        let pairs = std::array::from_fn(|kind| Pairs::new(present[kind], kind == 2));
        let [elephants, giraffes, chicks]: &[Pairs; 3] = &pairs;
        let labels = [elephants, giraffes].map(|pairs| {
            let states = pairs.codes.iter().map(|codes| pairs.state(*codes));
            states.map(|state| state.labels).collect::<Vec<_>>()
        });
        let (mut runs, mut starts, mut buckets) = (Vec::new(), Vec::new(), Vec::new());
        let mut count = 0;
        for (e, first) in labels[0].iter().enumerate() {
            for (g, second) in labels[1].iter().enumerate() {
                if first & second != 0 {
                    starts.push(u32::MAX);
                    continue;
                }
                let taken = first | second;
                let left = LABELS - taken.count_ones() as usize;
                starts.push(count);
                let end = count + chicks.within[left];
                runs.push(Run {
                    start: count,
                    end,
                    states: [e as u8, g as u8],
                    taken,
                });
                count = end;
                let begun = count.div_ceil(1 << BUCKET) as usize;
                buckets.resize(begun, runs.len() as u32 - 1);
            }
        }
        let mut before = Box::new([0; SETS]);
        let mut before_left = Box::new([0; SETS]);
        for taken in 0..SETS {
            (before[taken], before_left[taken]) = both_counts(taken as u16);
        }
        Numbers {
            pairs,
            runs,
            starts,
            buckets,
            before,
            before_left,
            count,
        }
    }

    /// The number of a placement.
    #[inline(always)]
    pub(super) fn number(&self, pieces: &Pieces) -> u32 {
        let [elephants, giraffes, chicks] = &self.pairs;
        let (e, g) = (elephants.state(pieces[0]), giraffes.state(pieces[1]));
        let before = self.before[usize::from(e.labels | g.labels) % SETS];
        let left = pieces[2].map(|code| code - 4 * count_at(before, code));
        let run = usize::from(e.number) * giraffes.codes.len() + usize::from(g.number);
        self.starts[run] + u32::from(chicks.state(left).number)
    }

    /// The run of a number.
    #[inline]
    pub(super) fn run_at(&self, number: u32) -> &Run {
        let mut run = self.buckets[(number >> BUCKET) as usize] as usize;
        while self.runs[run].end <= number {
            run += 1;
        }
        &self.runs[run]
    }

    /// The elephants and giraffes of a run.
    #[inline]
    pub(super) fn common(&self, run: &Run) -> [[Code; 2]; 2] {
        let [elephants, giraffes, _] = &self.pairs;
        [
            elephants.codes[usize::from(run.states[0])],
            giraffes.codes[usize::from(run.states[1])],
        ]
    }

    /// The chicks of a number of a run.
    #[inline]
    pub(super) fn chicks(&self, run: &Run, number: u32) -> [Code; 2] {
        let before = self.before_left[usize::from(run.taken) % SETS];
        let left = self.pairs[2].codes[(number - run.start) as usize];
        left.map(|code| code + 4 * count_at(before, code))
    }

    /// The placement of a number.
    #[inline]
    pub(super) fn pieces(&self, number: u32) -> Pieces {
        let run = self.run_at(number);
        let [elephants, giraffes] = self.common(run);
        [elephants, giraffes, self.chicks(run, number)]
    }
}

/// How many labels before the one of a code are taken; none before a hand.
#[inline]
const fn count_at(before: u64, code: Code) -> Code {
    (before >> (code & !3)) as Code & 0b1111
}

/// How many of these labels come before each label, and before each of those
/// that are left: the four bits of label l begin at bit 4 + 4 l.
fn both_counts(taken: u16) -> (u64, u64) {
    let (mut before, mut before_left) = (0, 0);
    let (mut count, mut left) = (0, 0);
    for label in 0..LABELS {
        before |= count << (4 + 4 * label);
        if taken >> label & 1 == 1 {
            count += 1;
        } else {
            before_left |= count << (4 + 4 * left);
            left += 1;
        }
    }
    (before, before_left)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_placements_agree() {
        for (present, pace) in [
            ([true, true, true], 97),
            ([false, true, true], 1),
            ([true, false, false], 1),
            ([false, false, false], 1),
        ] {
            let numbers = Numbers::new(present);
            for number in (0..numbers.count).step_by(pace) {
                let pieces = numbers.pieces(number);
                assert_eq!(numbers.number(&pieces), number);
                let turned = pieces.map(|[a, b]| [b, a]);
                assert_eq!(numbers.number(&turned), number);
            }
        }
    }

    /// For each kind 0, 1 or 2 on the board: labels, then owners and hens.
    #[test]
    fn no_number_is_wasted() {
        let choose = |n: u32, k: u32| [1, n, n * (n - 1) / 2][k as usize];
        let mut count = 0;
        for (e, g, c) in (0..27).map(|i| (i / 9, i / 3 % 3, i % 3)) {
            let labels = choose(10, e) * choose(10 - e, g) * choose(10 - e - g, c);
            let owners = |on_board| [3, 4, 4][on_board as usize];
            count += labels * owners(e) * owners(g) * owners(c) * (1 << c);
        }
        assert_eq!(Numbers::new([true; 3]).count, count);
    }
}
