//! Cases made up at random: any, balanced, long, at the edges, or a mixture.

use std::collections::VecDeque;

use kibitz_game::contest::{Bias, Random, Sampled, Sizes};
use kibitz_game::{Watch, Wdl};

use crate::QueryError;
use crate::contest::judge::Bench;

/// Which cases are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// All of the same sort.
    Only(Bias),
    /// Some of each, half of them uniform.
    Mixed,
}

/// A mixture: every sort comes early and keeps coming.
const MIXTURE: [Bias; 8] = [
    Bias::Edge,
    Bias::Uniform,
    Bias::Balanced,
    Bias::Uniform,
    Bias::Long,
    Bias::Uniform,
    Bias::Edge,
    Bias::Uniform,
];

// Everything is in it, and half of it is uniform.
const _: () = {
    let (mut counts, mut at) = ([0; 4], 0);
    while at < MIXTURE.len() {
        counts[match MIXTURE[at] {
            Bias::Uniform => 0,
            Bias::Balanced => 1,
            Bias::Long => 2,
            Bias::Edge => 3,
        }] += 1;
        at += 1;
    }
    assert!(2 * counts[0] == MIXTURE.len() && counts[1] > 0 && counts[2] > 0 && counts[3] > 0);
};

/// Cases from which balanced ones are chosen at a time.
const POOL: usize = 64;
/// Pools without a wanted value before any other value will do.
const MOST_POOLS: usize = 8;
/// Cases of which the longest win is taken.
const CONTEST: usize = 16;

/// Makes up cases; what comes is fixed by the seed.
pub(crate) struct Sampler<'a, C: Sampled, B> {
    format: &'a C,
    bench: B,
    sizes: &'a Sizes,
    flavour: Flavour,
    random: Random,
    made: usize,
    /// Balanced cases that wait for their turn, by value.
    waiting: Vec<(Wdl, VecDeque<C::Case>)>,
    /// How often each of these values was looked for in vain.
    misses: Vec<u32>,
    next_value: usize,
}

impl<'a, C: Sampled, B: Bench<C>> Sampler<'a, C, B> {
    pub(crate) fn new(
        format: &'a C,
        bench: B,
        sizes: &'a Sizes,
        flavour: Flavour,
        seed: u64,
    ) -> Sampler<'a, C, B> {
        let values = format.outcomes().iter();
        Sampler {
            format,
            bench,
            sizes,
            flavour,
            random: Random::new(seed),
            made: 0,
            misses: vec![0; values.len()],
            waiting: values.map(|value| (*value, VecDeque::new())).collect(),
            next_value: 0,
        }
    }

    /// The next case.
    pub(crate) fn next(&mut self, watch: &Watch) -> Result<C::Case, QueryError> {
        let bias = match self.flavour {
            Flavour::Only(bias) => bias,
            Flavour::Mixed => MIXTURE[self.made % MIXTURE.len()],
        };
        self.made += 1;
        watch.check()?;
        match bias {
            Bias::Uniform | Bias::Edge => Ok(self.sample(bias)),
            Bias::Balanced => self.balanced(watch),
            Bias::Long => self.long(watch),
        }
    }

    fn sample(&mut self, bias: Bias) -> C::Case {
        self.format.sample(bias, self.sizes, &mut self.random)
    }

    /// Values in turn. Where one does not turn up for long it is passed over.
    fn balanced(&mut self, watch: &Watch) -> Result<C::Case, QueryError> {
        loop {
            let pools = self.pools();
            for _ in 0..pools.max(1) {
                if let Some(case) = self.waiting[self.next_value].1.pop_front() {
                    self.next_value = (self.next_value + 1) % self.waiting.len();
                    return Ok(case);
                }
                if pools > 0 {
                    self.fill_pool(watch)?;
                }
            }
            self.misses[self.next_value] += 1;
            self.next_value = (self.next_value + 1) % self.waiting.len();
        }
    }

    /// How many pools may be made while the next value is looked for: fewer each
    /// time that it was looked for in vain, and at last only where no other case
    /// waits. A value that the game does not have is not looked for without end.
    fn pools(&self) -> usize {
        let misses = self.misses[self.next_value];
        let waits = |(_, queue): &(Wdl, VecDeque<C::Case>)| !queue.is_empty();
        match MOST_POOLS >> misses.min(usize::BITS - 1) {
            0 if self.waiting.iter().any(waits) => 0,
            pools => pools.max(1),
        }
    }

    fn fill_pool(&mut self, watch: &Watch) -> Result<(), QueryError> {
        let cases: Vec<C::Case> = (0..POOL).map(|_| self.sample(Bias::Balanced)).collect();
        let mut values = Vec::new();
        self.bench.answer(&cases, &mut values, watch)?;
        for (case, value) in cases.into_iter().zip(values) {
            match self.waiting.iter_mut().find(|(v, _)| *v == value) {
                // More of one value than one pool has are not kept.
                Some((_, queue)) if queue.len() >= POOL => {}
                Some((_, queue)) => queue.push_back(case),
                None => {
                    self.waiting.push((value, VecDeque::from([case])));
                    self.misses.push(0);
                }
            }
        }
        watch.check()?;
        Ok(())
    }

    fn long(&mut self, watch: &Watch) -> Result<C::Case, QueryError> {
        let mut cases: Vec<C::Case> = (0..CONTEST).map(|_| self.sample(Bias::Long)).collect();
        let mut values = Vec::new();
        self.bench.answer(&cases, &mut values, watch)?;
        let mut best = 0;
        let mut most = None;
        for (i, (case, value)) in cases.iter().zip(&values).enumerate() {
            let rank = (*value == Wdl::Win, self.bench.length(case, watch)?);
            if most.is_none_or(|most| rank > most) {
                (best, most) = (i, Some(rank));
            }
        }
        Ok(cases.swap_remove(best))
    }
}
