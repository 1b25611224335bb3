//! Random case generation: uniform, balanced, long, edge cases, or a mixture.

use std::collections::VecDeque;

use kibitz_game::contest::{Bias, CaseGenerator, Random, Sizes};
use kibitz_game::{RunContext, Wdl};

use crate::contest::ContestError;
use crate::contest::judge::BatchSolver;

/// The distribution of the cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BiasMix {
    /// All with the same bias.
    Only(Bias),
    /// A mixture of all biases, half of the cases uniform.
    Mixed,
}

/// The mixture, repeated: every bias occurs early and regularly.
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

// Every bias occurs, and half of the mixture is uniform.
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

/// Number of cases generated at a time for a balanced selection.
const POOL: usize = 64;
/// Maximum number of pools searched for a value before it is skipped.
const MAX_POOLS: usize = 8;
/// Number of candidates of which the longest win is taken.
const LONG_CANDIDATES: usize = 16;

/// Generates cases, determined by the seed.
pub(crate) struct Sampler<'a, C: CaseGenerator, B> {
    format: &'a C,
    solver: B,
    sizes: &'a Sizes,
    bias: BiasMix,
    random: Random,
    made: usize,
    /// Queues of balanced cases, by value.
    queues: Vec<(Wdl, VecDeque<C::Case>)>,
    /// How often no case of each value was found.
    misses: Vec<u32>,
    next_value: usize,
}

impl<'a, C: CaseGenerator, B: BatchSolver<C>> Sampler<'a, C, B> {
    pub(crate) fn new(
        format: &'a C,
        solver: B,
        sizes: &'a Sizes,
        bias: BiasMix,
        seed: u64,
    ) -> Sampler<'a, C, B> {
        let values = format.outcomes().iter();
        Sampler {
            format,
            solver,
            sizes,
            bias,
            random: Random::new(seed),
            made: 0,
            misses: vec![0; values.len()],
            queues: values.map(|value| (*value, VecDeque::new())).collect(),
            next_value: 0,
        }
    }

    /// The next case.
    pub(crate) fn next(&mut self, context: &RunContext) -> Result<C::Case, ContestError> {
        let bias = match self.bias {
            BiasMix::Only(bias) => bias,
            BiasMix::Mixed => MIXTURE[self.made % MIXTURE.len()],
        };
        self.made += 1;
        context.check()?;
        match bias {
            Bias::Uniform | Bias::Edge => Ok(self.sample(bias)),
            Bias::Balanced => self.balanced(context),
            Bias::Long => self.long(context),
        }
    }

    fn sample(&mut self, bias: Bias) -> C::Case {
        self.format.sample(bias, self.sizes, &mut self.random)
    }

    /// Cycles through the values. A value that is not found is skipped.
    fn balanced(&mut self, context: &RunContext) -> Result<C::Case, ContestError> {
        loop {
            let pools = self.pools();
            for _ in 0..pools.max(1) {
                if let Some(case) = self.queues[self.next_value].1.pop_front() {
                    self.next_value = (self.next_value + 1) % self.queues.len();
                    return Ok(case);
                }
                if pools > 0 {
                    self.fill_pool(context)?;
                }
            }
            self.misses[self.next_value] += 1;
            self.next_value = (self.next_value + 1) % self.queues.len();
        }
    }

    /// Number of pools to generate for the next value. It halves each time that
    /// the value was not found, down to 0 if other cases are queued, so that a
    /// value which does not occur in the game cannot stall the generator.
    fn pools(&self) -> usize {
        let misses = self.misses[self.next_value];
        let is_filled = |(_, queue): &(Wdl, VecDeque<C::Case>)| !queue.is_empty();
        match MAX_POOLS >> misses.min(usize::BITS - 1) {
            0 if self.queues.iter().any(is_filled) => 0,
            pools => pools.max(1),
        }
    }

    fn fill_pool(&mut self, context: &RunContext) -> Result<(), ContestError> {
        let cases: Vec<C::Case> = (0..POOL).map(|_| self.sample(Bias::Balanced)).collect();
        let mut values = Vec::new();
        self.solver.answer(&cases, &mut values, context)?;
        for (case, value) in cases.into_iter().zip(values) {
            match self.queues.iter_mut().find(|(v, _)| *v == value) {
                // At most one pool of each value is kept.
                Some((_, queue)) if queue.len() >= POOL => {}
                Some((_, queue)) => queue.push_back(case),
                None => {
                    self.queues.push((value, VecDeque::from([case])));
                    self.misses.push(0);
                }
            }
        }
        context.check()?;
        Ok(())
    }

    fn long(&mut self, context: &RunContext) -> Result<C::Case, ContestError> {
        let mut cases: Vec<C::Case> = (0..LONG_CANDIDATES)
            .map(|_| self.sample(Bias::Long))
            .collect();
        let mut values = Vec::new();
        self.solver.answer(&cases, &mut values, context)?;
        let mut best = 0;
        let mut max = None;
        for (i, (case, value)) in cases.iter().zip(&values).enumerate() {
            let rank = (*value == Wdl::Win, self.solver.length(case, context)?);
            if max.is_none_or(|max| rank > max) {
                (best, max) = (i, Some(rank));
            }
        }
        Ok(cases.swap_remove(best))
    }
}
