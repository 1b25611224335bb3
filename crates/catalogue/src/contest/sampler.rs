//! Random case generation: uniform, balanced, long, edge cases, or a mixture.

use std::cmp::Reverse;
use std::collections::{HashSet, VecDeque};
use std::hash::{DefaultHasher, Hasher};

use kibitz_game::contest::{Bias, CaseGenerator, Random, Size, Sizes};
use kibitz_game::{CONTINUE, RunContext, Wdl};

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
/// Number of candidates of which the longest is taken.
const LONG_CANDIDATES: usize = 16;
/// If a game has at most this number of cases, the longest of all are known.
const MAX_LISTED: u64 = 1 << 20;
/// Number of the longest cases of a result from which one is taken.
const LONGEST: usize = 64;
/// How often a case that occurred before is replaced by another one, and the
/// number of cases that are remembered for that.
const MAX_REPEATS: usize = 8;
const MAX_SEEN: usize = 1 << 20;

/// Generates cases, determined by the seed.
pub(crate) struct Sampler<'a, C: CaseGenerator, B> {
    format: &'a C,
    solver: B,
    sizes: &'a Sizes,
    /// The sizes of edge cases.
    edge_sizes: Sizes,
    bias: BiasMix,
    random: Random,
    made: usize,
    /// Hashes of the cases generated before.
    seen: HashSet<u64>,
    /// The longest cases with each result, if all cases can be listed.
    longest: Option<Vec<Vec<C::Case>>>,
    /// The number of long cases.
    long: usize,
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
            edge_sizes: format.edge_sizes(sizes),
            bias,
            random: Random::new(seed),
            made: 0,
            seen: HashSet::new(),
            longest: None,
            long: 0,
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
        self.long += usize::from(bias == Bias::Long);
        let mut case = self.draw(bias, context)?;
        // Balanced cases are not drawn again: their results would not alternate.
        for _ in 0..MAX_REPEATS {
            if self.is_new(&case) || bias == Bias::Balanced {
                break;
            }
            case = self.draw(bias, context)?;
        }
        Ok(case)
    }

    fn draw(&mut self, bias: Bias, context: &RunContext) -> Result<C::Case, ContestError> {
        context.check()?;
        match bias {
            Bias::Uniform | Bias::Edge => Ok(self.sample(bias)),
            Bias::Balanced => self.balanced(context),
            Bias::Long => self.long(context),
        }
    }

    /// Whether a case has not occurred before, as far as cases are remembered.
    fn is_new(&mut self, case: &C::Case) -> bool {
        let mut text = Vec::new();
        self.format.put(case, &mut text);
        let mut hasher = DefaultHasher::new();
        hasher.write(&text);
        self.seen.len() >= MAX_SEEN || self.seen.insert(hasher.finish())
    }

    fn sample(&mut self, bias: Bias) -> C::Case {
        let sizes = match bias {
            Bias::Edge => &self.edge_sizes,
            _ => self.sizes,
        };
        self.format.sample(bias, sizes, &mut self.random)
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
            let value: Wdl = value.into();
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

    /// Wins and losses in turn.
    fn long(&mut self, context: &RunContext) -> Result<C::Case, ContestError> {
        let wanted = [Wdl::Loss, Wdl::Win][self.long % 2];
        if self.longest.is_none() {
            self.longest = Some(self.list_longest(context)?);
        }
        let listed = self.longest.iter().flatten();
        let filled: Vec<_> = listed.filter(|cases| !cases.is_empty()).collect();
        if !filled.is_empty() {
            let cases = filled[self.long % filled.len()];
            return Ok(self.random.pick(cases).clone());
        }
        let cases: Vec<C::Case> = (0..LONG_CANDIDATES)
            .map(|_| self.sample(Bias::Long))
            .collect();
        let ranked = self.by_length(cases, context)?;
        let rank = |(value, length, _): &(Wdl, u64, C::Case)| (*value == wanted, *length);
        let best = ranked.into_iter().max_by_key(rank);
        Ok(best.map_or_else(|| self.sample(Bias::Long), |(_, _, case)| case))
    }

    /// Cases with their values and lengths.
    fn by_length(
        &mut self,
        cases: Vec<C::Case>,
        context: &RunContext,
    ) -> Result<Vec<(Wdl, u64, C::Case)>, ContestError> {
        let mut values = Vec::new();
        self.solver.answer(&cases, &mut values, context)?;
        let mut ranked = Vec::with_capacity(cases.len());
        for (case, value) in cases.into_iter().zip(values) {
            let length = self.solver.length(&case, context)?;
            ranked.push((value.into(), length, case));
        }
        Ok(ranked)
    }

    /// The longest wins and the longest losses of all cases; empty if there are too
    /// many cases, if their sizes are limited, or if their lengths are not known.
    fn list_longest(&mut self, context: &RunContext) -> Result<Vec<Vec<C::Case>>, ContestError> {
        let total = self.format.total().filter(|total| *total <= MAX_LISTED);
        let is_limited = |size: &Size<'_>| self.sizes.given(size.name).is_some();
        let Some(total) = total.filter(|_| !self.format.sizes().iter().any(is_limited)) else {
            return Ok(Vec::new());
        };
        let mut cases = Vec::new();
        let mut measure = 0;
        while (cases.len() as u64) < total {
            let listed = self.format.every(measure, &mut |case| {
                cases.push(case);
                CONTINUE
            });
            if listed.is_none() {
                return Ok(Vec::new());
            }
            measure += 1;
        }
        let mut ranked = self.by_length(cases, context)?;
        if ranked.iter().all(|(_, length, _)| *length == 0) {
            return Ok(Vec::new());
        }
        ranked.sort_by_key(|(_, length, _)| Reverse(*length));
        let of = |wanted| {
            let cases = ranked.iter().filter(|(value, _, _)| *value == wanted);
            cases
                .take(LONGEST)
                .map(|(_, _, case)| case.clone())
                .collect()
        };
        Ok(vec![of(Wdl::Loss), of(Wdl::Win)])
    }
}
