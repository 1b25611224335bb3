//! Sprague–Grundy theory for components that are state vectors, whose moves may lead to sums of
//! several components.
//!
//! Components get dense ids in breadth-first order, so depths are minimal; then a post-order
//! depth-first search computes each mex, or finds a cycle.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use kibitz_game::{CONTINUE, Flow, Grundy, Reservation, RunContext};

use crate::SolveError;

/// A component: a state vector.
type Row = Box<[i64]>;

/// All components reachable from some roots, with their Grundy values.
#[derive(Debug)]
pub struct GrundyVectors {
    ids: HashMap<Row, u32>,
    rows: Vec<Row>,
    /// Where each level begins among the vectors, and the end of the last.
    levels: Vec<usize>,
    values: Vec<u32>,
    memory: Reservation,
}

/// Why there are no Grundy values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GrundyError {
    /// The graph has a cycle: each of these components has a move to a sum that contains the next,
    /// and the last one to a sum that contains the first.
    #[error("the components have a cycle of {} moves", .0.len())]
    Cycle(Vec<Vec<i64>>),
    /// A limit is reached, or the rules fail.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The options of the components expanded so far.
#[derive(Default)]
struct Options {
    /// Where those of each component begin.
    starts: Vec<usize>,
    /// For each option the number of its components, and their ids.
    parts: Vec<u32>,
}

/// The state of a component in the search.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

/// Marks a value that is not computed yet.
const OPEN: u32 = 0;
/// Components between two checks of the time limit and the memory.
const CHECK_INTERVAL: usize = 1 << 10;
/// Memory of a component beyond its numbers, which are stored twice: two boxes, a table entry, its
/// value.
const OVERHEAD: u64 = 96;

/// Evaluates everything reachable from `roots`. `expand` returns the options of a component, each a
/// sum of components.
///
/// # Errors
/// Returns an error if there is a cycle, a limit is reached, or the rules fail.
pub fn solve<E>(
    roots: &[Row],
    context: &RunContext,
    expand: E,
) -> Result<GrundyVectors, GrundyError>
where
    E: FnMut(&[i64]) -> Result<Vec<Vec<Row>>, SolveError>,
{
    let mut sums = GrundyVectors {
        ids: HashMap::new(),
        rows: Vec::new(),
        levels: vec![0],
        values: Vec::new(),
        memory: context.reserve("parts", 0).map_err(SolveError::from)?,
    };
    for root in roots {
        sums.number(root.clone())?;
    }
    let options = sums.enumerate(context, expand)?;
    match sums.evaluate(&options, context)? {
        Some(cycle) => {
            let rows = cycle.iter().map(|id| sums.rows[*id as usize].to_vec());
            Err(GrundyError::Cycle(rows.collect()))
        }
        None => Ok(sums),
    }
}

impl Options {
    /// The options of a component, each preceded by the number of its components.
    fn of(&self, id: u32) -> &[u32] {
        let end = self.starts.get(id as usize + 1);
        &self.parts[self.starts[id as usize]..end.copied().unwrap_or(self.parts.len())]
    }

    /// Each option of a component.
    fn each(&self, id: u32) -> impl Iterator<Item = &[u32]> {
        let mut rest = self.of(id);
        std::iter::from_fn(move || {
            let (count, after) = rest.split_first()?;
            let (parts, after) = after.split_at(*count as usize);
            rest = after;
            Some(parts)
        })
    }

    /// The next component in the options of a component; `next` is the position of the iteration.
    fn part(&self, id: u32, next: &mut (usize, usize)) -> Option<u32> {
        let all = self.of(id);
        loop {
            let (at, left) = next;
            let found = all.get(*at).copied()?;
            *at += 1;
            match left {
                0 => *left = found as usize,
                _ => {
                    *left -= 1;
                    return Some(found);
                }
            }
        }
    }
}

impl GrundyVectors {
    /// The Grundy value of a component; `None` if it is not reachable.
    #[must_use]
    pub fn part(&self, row: &[i64]) -> Option<Grundy> {
        let id = *self.ids.get(row)?;
        Some(Grundy::new(self.values[id as usize].into()))
    }

    /// The Grundy value of a sum.
    #[must_use]
    pub fn get(&self, parts: &[Row]) -> Option<Grundy> {
        let mut values = parts.iter().map(|row| self.part(row));
        values.try_fold(Grundy::ZERO, |sum, value| Some(sum ^ value?))
    }

    /// The depth of a component: the fewest moves from the roots.
    #[must_use]
    pub fn depth(&self, row: &[i64]) -> Option<u32> {
        let id = *self.ids.get(row)? as usize;
        let level = self.levels.partition_point(|begin| *begin <= id);
        Some(level as u32 - 1)
    }

    /// The number of components.
    #[must_use]
    pub fn len(&self) -> u64 {
        self.rows.len() as u64
    }

    /// Whether there are no components: no roots, or only the empty sum.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// All components with their depths and values, in order of depth.
    pub fn components(&self) -> impl Iterator<Item = (&[i64], u32, Grundy)> {
        let levels = self.levels.windows(2).zip(0..);
        let ids = levels.flat_map(|(level, depth)| (level[0]..level[1]).map(move |id| (id, depth)));
        ids.map(|(id, depth)| (&*self.rows[id], depth, Grundy::new(self.values[id].into())))
    }

    /// Visits every component with its value, until the visitor breaks: in order of depth, then of
    /// vectors.
    pub fn visit(&self, mut visit: impl FnMut(&[i64], Grundy) -> Flow) -> Flow {
        for level in self.levels.windows(2) {
            let mut ids: Vec<usize> = (level[0]..level[1]).collect();
            ids.sort_unstable_by(|a, b| self.rows[*a].cmp(&self.rows[*b]));
            for id in ids {
                visit(&self.rows[id], Grundy::new(self.values[id].into()))?;
            }
        }
        CONTINUE
    }

    fn number(&mut self, row: Row) -> Result<u32, SolveError> {
        let next = self.rows.len();
        match self.ids.entry(row) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(free) => {
                let id = u32::try_from(next).map_err(|_| SolveError::TooLarge {
                    what: "the number of components".to_owned(),
                    max: u32::MAX.into(),
                })?;
                self.rows.push(free.key().clone());
                free.insert(id);
                Ok(id)
            }
        }
    }

    /// Breadth-first, so that all components of a level have that depth.
    fn enumerate(
        &mut self,
        context: &RunContext,
        mut expand: impl FnMut(&[i64]) -> Result<Vec<Vec<Row>>, SolveError>,
    ) -> Result<Options, SolveError> {
        let stage = context.stage("enumeration", None);
        let mut options = Options::default();
        let mut reserved = 0;
        while options.starts.len() < self.rows.len() {
            let level = options.starts.len()..self.rows.len();
            self.levels.push(level.end);
            for id in level {
                options.starts.push(options.parts.len());
                for option in expand(&self.rows[id].clone())? {
                    options.parts.push(option.len() as u32);
                    for part in option {
                        let part = self.number(part)?;
                        options.parts.push(part);
                    }
                }
                if id.is_multiple_of(CHECK_INTERVAL) {
                    self.reservation(&options, &mut reserved)?;
                    stage.advance_to(id as u64)?;
                }
            }
        }
        Ok(options)
    }

    /// Reserves the memory used since the last call.
    fn reservation(&mut self, options: &Options, reserved: &mut u64) -> Result<(), SolveError> {
        let slots = self.rows.first().map_or(0, |row| row.len()) as u64;
        let parts = self.len() * (2 * 8 * slots + OVERHEAD);
        let taken = parts + 2 * 4 * options.parts.len() as u64;
        let what = format!("enumeration reached {} components and", self.rows.len());
        self.memory.grow(&what, taken - *reserved)?;
        *reserved = taken;
        Ok(())
    }

    /// Computes all values in post-order, or finds a cycle.
    fn evaluate(
        &mut self,
        options: &Options,
        context: &RunContext,
    ) -> Result<Option<Vec<u32>>, SolveError> {
        let stage = context.stage("Grundy values", Some(self.len()));
        self.values = vec![OPEN; self.rows.len()];
        let mut states = vec![State::New; self.rows.len()];
        let mut path: Vec<(u32, (usize, usize))> = Vec::new();
        let mut done = 0;
        for root in 0..self.rows.len() as u32 {
            if states[root as usize] == State::New {
                states[root as usize] = State::OnPath;
                path.push((root, (0, 0)));
            }
            while let Some((id, next)) = path.last_mut() {
                let Some(child) = options.part(*id, next) else {
                    let id = *id;
                    self.values[id as usize] = self.least_missing(options, id);
                    states[id as usize] = State::Done;
                    path.pop();
                    done += 1;
                    if done % CHECK_INTERVAL as u64 == 0 {
                        stage.advance_to(done)?;
                    }
                    continue;
                };
                match states[child as usize] {
                    State::Done => {}
                    State::New => {
                        states[child as usize] = State::OnPath;
                        path.push((child, (0, 0)));
                    }
                    State::OnPath => {
                        let cycle = path.iter().map(|(id, _)| *id);
                        return Ok(Some(cycle.skip_while(|id| *id != child).collect()));
                    }
                }
            }
        }
        Ok(None)
    }

    /// The mex of the options' values.
    fn least_missing(&self, options: &Options, id: u32) -> u32 {
        let value = |sum: u32, part: &u32| sum ^ self.values[*part as usize];
        let values = options.each(id).map(|parts| parts.iter().fold(0, value));
        let mut values: Vec<u32> = values.collect();
        values.sort_unstable();
        values.dedup();
        let least = values.iter().zip(0..).find(|(value, due)| **value != *due);
        least.map_or(values.len() as u32, |(_, due)| due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(n: i64) -> Row {
        vec![n].into()
    }

    /// Kayles: take one pin or two adjacent ones.
    fn kayles(pins: &[i64]) -> Result<Vec<Vec<Row>>, SolveError> {
        let pins = pins[0];
        let hits = [1, 2].into_iter().flat_map(|hit| {
            let rest = pins - hit;
            (0..=rest / 2).filter_map(move |left| {
                let cache = [left, rest - left].into_iter();
                (rest >= 0).then(|| cache.filter(|n| *n > 0).map(row).collect())
            })
        });
        Ok(hits.collect())
    }

    #[test]
    fn kayles_values_match_the_published_ones() {
        let sums = solve(&[row(70)], &RunContext::new(), kayles).unwrap();
        let known = [
            0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        ];
        for (pins, value) in (1..).zip(&known[1..]) {
            assert_eq!(sums.part(&[pins]), Some(Grundy::new(*value)), "{pins}");
        }
        assert_eq!(sums.part(&[70]), Some(Grundy::new(6)));
        assert_eq!(sums.get(&[]), Some(Grundy::ZERO));
        assert_eq!(sums.get(&[row(5), row(5)]), Some(Grundy::ZERO));
        assert_eq!(sums.part(&[71]), None);
    }

    #[test]
    fn components_are_visited_by_depth() {
        let sums = solve(&[row(5)], &RunContext::new(), kayles).unwrap();
        let mut visited = Vec::new();
        let _ = sums.visit(|row, _| {
            visited.push(row[0]);
            CONTINUE
        });
        assert_eq!(visited, [5, 1, 2, 3, 4]);
    }

    #[test]
    fn cycle_is_reported() {
        let around = |p: &[i64]| Ok(vec![vec![row((p[0] + 1) % 3)]]);
        let error = solve(&[row(7)], &RunContext::new(), around).unwrap_err();
        let GrundyError::Cycle(cycle) = error else {
            panic!("{error}");
        };
        assert_eq!(cycle, [[2], [0], [1]]);
    }

    #[test]
    fn memory_budget_is_respected() {
        let context = RunContext::new().memory(1 << 20);
        let endless = |p: &[i64]| Ok(vec![vec![row(p[0] + 1)]]);
        let error = solve(&[row(0)], &context, endless).unwrap_err();
        assert!(
            matches!(error, GrundyError::Solve(SolveError::Stop(_))),
            "{error}"
        );
    }
}
