//! Components with their Grundy values.
//!
//! New components get dense ids in breadth-first order, so depths are minimal; then a post-order
//! depth-first search computes each mex. A component that can reach a cycle has no value.

use std::borrow::Borrow;
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::Range;

use kibitz_game::{BREAK, CONTINUE, Flow, Grundy, Reservation, RunContext};

use crate::SolveError;
use crate::ids::{Ids, LOOKUP};
use crate::meter::Meter;
use crate::mex::Mex;

/// All components reachable from some roots, with their Grundy values. Roots may be added later.
#[derive(Debug)]
pub struct Components<P> {
    ids: Ids<P>,
    /// By id.
    values: Vec<Value>,
    levels: Vec<Level>,
    /// One reservation for each extension.
    memory: Vec<Reservation>,
}

/// The value of a component, or its state in the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    New,
    OnPath,
    /// It can reach a cycle through the component with this id.
    Cyclic(u32),
    Grundy(u32),
}

/// Consecutive ids of components with the same depth.
#[derive(Debug)]
struct Level {
    first: usize,
    depth: u32,
}

/// The options of the components that an extension adds.
struct Extension<'a> {
    /// Where those of each component begin, and where the last ones end.
    starts: Vec<usize>,
    /// The ids of the components of each option, followed by [`END`].
    parts: Vec<u32>,
    memory: Meter<'a>,
    /// How much of the memory is for the components themselves, which stay.
    kept: u64,
}

/// The end of an option.
const END: u32 = u32::MAX;
/// Components between two checks of the time limit.
const CHECK_INTERVAL: usize = 1 << 10;

/// A component on the path of the search, and its options that are not visited yet.
type OnPath = (u32, Range<usize>);

impl<P: Clone + Eq + Hash + Debug> Default for Components<P> {
    fn default() -> Components<P> {
        Components {
            ids: Ids::new(),
            values: Vec::new(),
            levels: Vec::new(),
            memory: Vec::new(),
        }
    }
}

impl<P: Clone + Eq + Hash + Debug> Components<P> {
    /// Adds everything reachable from `roots`. `expand` visits the options of a component, each a
    /// sum of components, until the visitor breaks; `heap_bytes` is the heap memory that a
    /// component owns. Returns the first new cycle, if any: each of its components has a move to a
    /// sum that contains the next, and the last one to a sum that contains the first.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail; then nothing is added.
    pub fn extend(
        &mut self,
        roots: &[P],
        context: &RunContext,
        heap_bytes: impl Fn(&P) -> usize,
        expand: impl FnMut(&P, &mut dyn FnMut(&[P]) -> Flow) -> Result<(), SolveError>,
    ) -> Result<Option<Vec<P>>, SolveError> {
        let count = self.values.len();
        // A panic of the rules in an earlier extension leaves components without values.
        self.truncate(count);
        if roots.iter().all(|root| self.ids.find(root).is_some()) {
            return Ok(None);
        }
        let added = self.enumerate(roots, context, heap_bytes, expand);
        let cycle = added.and_then(|added| self.evaluate(added, context));
        if cycle.is_err() {
            self.truncate(count);
        }
        cycle
    }

    /// The Grundy value of a component; `None` if it is unknown.
    ///
    /// # Errors
    /// Returns an error if the component can reach a cycle: then it has no Grundy value.
    pub fn get<Q: Eq + Hash + ?Sized>(&self, part: &Q) -> Result<Option<Grundy>, SolveError>
    where
        P: Borrow<Q>,
    {
        let id = self.ids.find(part);
        match id.and_then(|id| self.values.get(id as usize)) {
            Some(Value::Grundy(value)) => Ok(Some(Grundy::new((*value).into()))),
            Some(Value::Cyclic(id)) => Err(SolveError::Cycle {
                position: format!("{:?}", self.ids.items()[*id as usize]),
            }),
            Some(Value::New | Value::OnPath) | None => Ok(None),
        }
    }

    /// The depth of a component: the fewest moves from the roots of the extension that added it.
    pub fn depth<Q: Eq + Hash + ?Sized>(&self, part: &Q) -> Option<u32>
    where
        P: Borrow<Q>,
    {
        let id = self.ids.find(part)? as usize;
        let level = self.levels.partition_point(|level| level.first <= id);
        Some(self.levels[level - 1].depth)
    }

    /// The number of components.
    #[must_use]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no components: no roots, or only empty sums.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// All components that have a Grundy value, with their depths: by extension, then by depth,
    /// then in their order.
    pub fn iter(&self) -> impl Iterator<Item = (&P, u32, Grundy)>
    where
        P: Ord,
    {
        let ends = self.levels.iter().skip(1).map(|level| level.first);
        let levels = self.levels.iter().zip(ends.chain([self.len()]));
        let ids = levels.flat_map(|(level, end)| {
            let mut ids: Vec<usize> = (level.first..end).collect();
            ids.sort_unstable_by_key(|id| &self.ids.items()[*id]);
            ids.into_iter().map(|id| (id, level.depth))
        });
        ids.filter_map(|(id, depth)| match self.values.get(id) {
            Some(Value::Grundy(value)) => {
                let grundy = Grundy::new((*value).into());
                Some((&self.ids.items()[id], depth, grundy))
            }
            _ => None,
        })
    }

    /// Removes all but the first components, and frees their memory.
    fn truncate(&mut self, count: usize) {
        if self.ids.items().len() > count {
            self.ids.truncate(count);
            self.values.truncate(count);
            self.values.shrink_to_fit();
        }
        while self.levels.last().is_some_and(|last| last.first >= count) {
            self.levels.pop();
        }
    }

    /// Breadth-first, so that all components of a level have that depth.
    fn enumerate<'a>(
        &mut self,
        roots: &[P],
        context: &'a RunContext,
        heap_bytes: impl Fn(&P) -> usize,
        mut expand: impl FnMut(&P, &mut dyn FnMut(&[P]) -> Flow) -> Result<(), SolveError>,
    ) -> Result<Extension<'a>, SolveError> {
        let stage = context.stage("enumeration", None);
        let mut added = Extension {
            starts: vec![0],
            parts: Vec::new(),
            memory: Meter::new(context, "components")?,
            kept: 0,
        };
        for root in roots {
            self.number(root, &mut added, &heap_bytes)?;
        }
        let mut level = self.values.len()..self.ids.items().len();
        for depth in 0.. {
            if level.is_empty() {
                break;
            }
            let first = level.start;
            self.levels.push(Level { first, depth });
            for id in level.clone() {
                let part = self.ids.items()[id].clone();
                let mut stopped = Ok(());
                expand(&part, &mut |option| {
                    stopped = self.add_option(option, &mut added, &heap_bytes);
                    if stopped.is_ok() { CONTINUE } else { BREAK }
                })?;
                stopped?;
                added.starts.push(added.parts.len());
                if id.is_multiple_of(CHECK_INTERVAL) {
                    stage.advance_to((id - self.values.len()) as u64)?;
                }
            }
            level = level.end..self.ids.items().len();
        }
        Ok(added)
    }

    fn add_option(
        &mut self,
        option: &[P],
        added: &mut Extension<'_>,
        heap_bytes: impl Fn(&P) -> usize,
    ) -> Result<(), SolveError> {
        for part in option {
            let id = self.number(part, added, &heap_bytes)?;
            added.parts.push(id);
        }
        added.parts.push(END);
        // Vectors grow by doubling, so their capacity may be twice their length.
        let bytes = 2 * size_of::<u32>() * (option.len() + 1);
        Ok(added.memory.add(bytes as u64, self.ids.items().len())?)
    }

    /// The id of a component; reserves memory for a new one.
    fn number(
        &mut self,
        part: &P,
        added: &mut Extension<'_>,
        heap_bytes: impl Fn(&P) -> usize,
    ) -> Result<u32, SolveError> {
        if let Some(id) = self.ids.find(part) {
            return Ok(id);
        }
        let count = self.ids.items().len();
        if count == END as usize {
            return Err(SolveError::TooLarge {
                what: "the number of components".to_owned(),
                max: END.into(),
            });
        }
        let own = 2 * (size_of::<P>() + size_of::<Value>()) + heap_bytes(part);
        let kept = own as u64 + LOOKUP;
        let released = 2 * (size_of::<usize>() + size_of::<OnPath>()) as u64;
        added.kept += kept;
        added.memory.add(kept + released, count)?;
        Ok(self.ids.number(part.clone()))
    }

    /// Computes the values of all new components in post-order; returns the first cycle.
    fn evaluate(
        &mut self,
        added: Extension<'_>,
        context: &RunContext,
    ) -> Result<Option<Vec<P>>, SolveError> {
        let (first, count) = (self.values.len(), self.ids.items().len());
        let stage = context.stage("Grundy values", Some((count - first) as u64));
        self.values.resize(count, Value::New);
        let options = |id: u32| {
            let index = id as usize - first;
            added.starts[index]..added.starts[index + 1]
        };
        let mut path: Vec<OnPath> = Vec::new();
        let mut mex = Mex::new();
        let mut cycle = None;
        let mut done = 0;
        for root in first as u32..count as u32 {
            if self.values[root as usize] == Value::New {
                self.values[root as usize] = Value::OnPath;
                path.push((root, options(root)));
            }
            while let Some((id, rest)) = path.last_mut() {
                let Some(at) = rest.next() else {
                    let id = *id;
                    self.values[id as usize] = self.back_up(&added.parts[options(id)], &mut mex);
                    path.pop();
                    done += 1;
                    if done % CHECK_INTERVAL as u64 == 0 {
                        stage.advance_to(done)?;
                    }
                    continue;
                };
                let part = added.parts[at];
                match self.values.get(part as usize) {
                    Some(Value::New) => {
                        self.values[part as usize] = Value::OnPath;
                        path.push((part, options(part)));
                    }
                    Some(Value::OnPath) if cycle.is_none() => {
                        let ids = path.iter().map(|(id, _)| *id);
                        let ids = ids.skip_while(|id| *id != part);
                        let parts = ids.map(|id| self.ids.items()[id as usize].clone());
                        cycle = Some(parts.collect());
                    }
                    // Evaluated, or the end of an option, which has no value.
                    _ => {}
                }
            }
        }
        let mut memory = added.memory.finish(count)?;
        memory.keep(added.kept);
        self.memory.push(memory);
        Ok(cycle)
    }

    /// The mex of the options' values. What is still on the path is on a cycle.
    fn back_up(&self, options: &[u32], mex: &mut Mex) -> Value {
        let mut cyclic = None;
        let mut sum = 0;
        for part in options {
            match self.values.get(*part as usize) {
                Some(Value::Grundy(value)) => sum ^= value,
                Some(Value::Cyclic(id)) => cyclic = Some(*id),
                Some(Value::New | Value::OnPath) => cyclic = Some(*part),
                None => mex.insert(std::mem::take(&mut sum)),
            }
        }
        let least = mex.take();
        cyclic.map_or(Value::Grundy(least), Value::Cyclic)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = Box<[i64]>;

    fn row(n: i64) -> Row {
        vec![n].into()
    }

    /// Adds a component with options given as numbers.
    fn extend(
        sums: &mut Components<Row>,
        root: i64,
        context: &RunContext,
        options: impl Fn(i64) -> Vec<Vec<i64>>,
    ) -> Result<Option<Vec<Row>>, SolveError> {
        let heap_bytes = |row: &Row| size_of_val(&**row);
        sums.extend(&[row(root)], context, heap_bytes, |part, visit| {
            for option in options(part[0]) {
                let option: Vec<Row> = option.into_iter().map(row).collect();
                if visit(&option).is_break() {
                    break;
                }
            }
            Ok(())
        })
    }

    /// Kayles: take one pin or two adjacent ones.
    fn kayles(pins: i64) -> Vec<Vec<i64>> {
        let rests = [pins - 1, pins - 2].into_iter().filter(|rest| *rest >= 0);
        let hits = rests.flat_map(|rest| (0..=rest / 2).map(move |left| [left, rest - left]));
        let parts = |hit: [i64; 2]| hit.into_iter().filter(|n| *n > 0).collect();
        hits.map(parts).collect()
    }

    #[test]
    fn kayles_values_match_the_published_ones() {
        let known = [
            1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7,
        ];
        let mut sums = Components::default();
        for root in [3, 70, 20] {
            assert_eq!(
                extend(&mut sums, root, &RunContext::new(), kayles),
                Ok(None)
            );
        }
        for (pins, value) in (1..).zip(known).chain([(70, 6)]) {
            let found = sums.get(&[pins][..]);
            assert_eq!(found, Ok(Some(Grundy::new(value))), "{pins}");
        }
        assert_eq!(sums.get(&[71][..]), Ok(None));
        assert_eq!(sums.len(), 70);
    }

    #[test]
    fn components_are_listed_by_depth() {
        let mut sums = Components::default();
        extend(&mut sums, 5, &RunContext::new(), kayles).unwrap();
        extend(&mut sums, 7, &RunContext::new(), kayles).unwrap();
        let rows = sums.iter().map(|(row, depth, _)| (row[0], depth));
        let expected = [(5, 0), (1, 1), (2, 1), (3, 1), (4, 1), (7, 0), (6, 1)];
        assert_eq!(rows.collect::<Vec<_>>(), expected);
        let by_row = expected
            .iter()
            .all(|(row, depth)| sums.depth(&[*row][..]) == Some(*depth));
        assert!(by_row);
    }

    #[test]
    fn cycle_is_reported_and_what_reaches_it_has_no_value() {
        let around = |n: i64| match n {
            0..3 => vec![vec![(n + 1) % 3], vec![9]],
            9 => Vec::new(),
            _ => vec![vec![(n + 1) % 3]],
        };
        let mut sums = Components::default();
        let cycle = extend(&mut sums, 7, &RunContext::new(), around);
        assert_eq!(cycle, Ok(Some([2, 0, 1].map(row).to_vec())));
        for n in [7, 0, 1, 2] {
            assert!(matches!(sums.get(&row(n)), Err(SolveError::Cycle { .. })));
        }
        assert_eq!(sums.get(&row(9)), Ok(Some(Grundy::ZERO)));
    }
}
