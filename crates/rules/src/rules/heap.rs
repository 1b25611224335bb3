//! The moves of a game on heaps of any size, read off the checked tree.
//!
//! `moves` is run once with a heap of unknown size n. What the run does must be the same for all n
//! from some number on: a comparison that the size decides raises this number, and the run starts
//! again. Whatever depends on n in another way (a remainder, a call, a list) ends the attempt.
//! So the result holds for every n, and not only for those that were tried.

mod run;
mod symbol;

use self::run::{PartRange, Run, Stop, Yielded};
use self::symbol::{Linear, Symbol};
use super::{Kind, Rules};
use crate::interpret::Machine;
use crate::shape::FieldKind;
use crate::tree::FunctionId;

/// The moves of all heaps that are large enough.
///
/// A position is a heap: one number; or two numbers of which the second is 0, if `split` makes
/// two heaps of any other position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeapMoves {
    /// The least heap that these are the moves of.
    pub from: i64,
    /// The moves; none is possible otherwise.
    pub moves: Vec<HeapMove>,
}

/// A move of a heap, or several of one form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeapMove {
    /// Takes this number, at least 1, and leaves the rest as one heap.
    Take(i64),
    /// Takes a number, possibly 0, and leaves two heaps, in every way in which each has at
    /// least `least` and, if they must, both differ.
    Split {
        /// What is taken.
        taken: i64,
        /// The least heap that is left.
        least: i64,
        /// Whether the two heaps must differ.
        differ: bool,
    },
}

/// The run starts again at most this number of times.
const MAX_RUNS: usize = 1_000;

impl Rules {
    /// The moves of the heaps; `None` if the positions are not heaps, or their moves depend on
    /// the size in another way than [`HeapMove`] can say.
    #[must_use]
    pub fn heap_moves(&self) -> Option<HeapMoves> {
        let Kind::Moves(moves) = self.kind() else {
            return None;
        };
        let is_plain = self.program.roles.over.is_none()
            && !self.is_scored()
            && !self.is_symmetry_reduced()
            && self.shape.fields.iter().all(|f| f.kind == FieldKind::Int);
        if !is_plain {
            return None;
        }
        self.on_machine(|machine| match self.shape.fields.len() {
            1 if self.program.roles.split.is_none() => {
                of_heaps(machine, moves, vec![Symbol::heap()])
            }
            2 => {
                splits_into_heaps(machine, self.program.roles.split?)?;
                of_heaps(machine, moves, vec![Symbol::heap(), Symbol::constant(0)])
            }
            _ => None,
        })
    }

    /// The least number from which on the starting position is the heap of the size that a
    /// parameter has; `None` if it is not, or the parameter is read elsewhere.
    #[must_use]
    pub fn start_heap(&self, parameter: &str) -> Option<i64> {
        if !self.program.start_parameters().contains(&parameter) {
            return None;
        }
        let mut parameters = self.program.parameters.iter();
        let parameter = parameters.find(|p| p.name == parameter)?.global;
        let start = self.program.roles.start?;
        self.on_machine(|machine| {
            let (from, starts) = decided(|from| {
                let run = Run::new(machine, start, Vec::new(), from);
                run.with_heap(parameter).yields()
            })?;
            let [only] = &starts[..] else {
                return None;
            };
            (only.part.is_none() && is_heap(&only.fields, &Symbol::heap())).then_some(from)
        })
    }

    /// Whether a text is the position of a heap of this size.
    #[must_use]
    pub fn is_heap(&self, text: &str, size: i64) -> bool {
        let Ok(position) = self.read_position(text) else {
            return false;
        };
        match &position.parts[..] {
            [] => size == 0,
            [row] => row
                .split_first()
                .is_some_and(|(heap, rest)| *heap == size && rest.iter().all(|other| *other == 0)),
            _ => false,
        }
    }

    fn on_machine<T>(&self, ask: impl FnOnce(&Machine) -> Option<T>) -> Option<T> {
        self.machines.ask(|machine| Ok(ask(machine))).ok().flatten()
    }
}

/// Runs with a growing least heap until everything is decided; the least heap and the result.
fn decided<T>(mut run: impl FnMut(i64) -> Result<T, Stop>) -> Option<(i64, T)> {
    let mut from = 0;
    for _ in 0..MAX_RUNS {
        match run(from) {
            Ok(done) => return Some((from, done)),
            Err(Stop::From(more)) => from = more,
            Err(Stop::Unknown) => return None,
        }
    }
    None
}

fn of_heaps(machine: &Machine, moves: FunctionId, heap: Vec<Symbol>) -> Option<HeapMoves> {
    let (from, moves) = decided(|from| {
        let yields = Run::new(machine, moves, heap.clone(), from).yields()?;
        let moves = yields.iter().map(|yielded| heap_move(yielded, from));
        moves.collect::<Result<Vec<HeapMove>, Stop>>()
    })?;
    Some(HeapMoves { from, moves })
}

/// Whether these fields are a heap of this size.
fn is_heap(fields: &[Symbol], size: &Symbol) -> bool {
    let zero = Symbol::constant(0);
    let heap = fields.split_first();
    heap.is_some_and(|(heap, rest)| heap == size && rest.iter().all(|other| *other == zero))
}

/// Checks that `split` makes of two heaps the two, each with 0, and leaves out only empty ones.
fn splits_into_heaps(machine: &Machine, split: FunctionId) -> Option<()> {
    let sizes = |some: Symbol| [Symbol::constant(0), some];
    for a in sizes(Symbol::heap()) {
        for b in sizes(Symbol::part()) {
            let run = Run::new(machine, split, vec![a.clone(), b.clone()], 1);
            let yields = run.with_part(1).yields().ok()?;
            let zero = Symbol::constant(0);
            let mut expected = vec![&a, &b];
            expected.retain(|heap| **heap != zero);
            for Yielded { fields, .. } in &yields {
                if is_heap(fields, &zero) {
                    continue;
                }
                let found = expected.iter().position(|heap| is_heap(fields, heap))?;
                expected.remove(found);
            }
            if !expected.is_empty() {
                return None;
            }
        }
    }
    Some(())
}

/// A yielded position as a move of a heap of at least `from`.
fn heap_move(yielded: &Yielded, from: i64) -> Result<HeapMove, Stop> {
    let numbers = yielded.fields.iter().map(Symbol::linear);
    let numbers = numbers.collect::<Option<Vec<Linear>>>();
    let numbers = numbers.ok_or(Stop::Unknown)?;
    match (&numbers[..], &yielded.part) {
        ([rest], None) => take(*rest, from),
        ([rest, other] | [other, rest], None) if *other == Linear::constant(0) => take(*rest, from),
        ([a, b], Some(range)) if a.part == 1 => pairs(*a, *b, range, from),
        ([a, b], Some(range)) => pairs(*b, *a, range, from),
        _ => Err(Stop::Unknown),
    }
}

fn take(rest: Linear, from: i64) -> Result<HeapMove, Stop> {
    match rest.taken() {
        Some(taken) if (1..=from).contains(&taken) => Ok(HeapMove::Take(taken)),
        // A smaller heap would become negative.
        Some(taken) if taken > from => Err(Stop::From(taken)),
        _ => Err(Stop::Unknown),
    }
}

/// The heaps `part + e` and `heap - part - f` for all parts of a range, as unordered pairs.
fn pairs(a: Linear, b: Linear, range: &PartRange, from: i64) -> Result<HeapMove, Stop> {
    let (
        Linear {
            heap: 0,
            part: 1,
            constant: shift,
        },
        Some(taken),
    ) = (a, a.plus(b).and_then(Linear::taken))
    else {
        return Err(Stop::Unknown);
    };
    let first = range.first.checked_add(shift);
    let (least, differ) = match &range.end {
        // The first heap is at most `heap - taken - last`.
        Symbol::Number(end) => {
            let last = |c: i64| c.checked_add(1)?.checked_sub(shift)?.checked_sub(taken);
            let ends = first.zip(end.taken().and_then(last));
            if let Some((first, last)) = ends.filter(|(first, last)| first != last) {
                // Of a small heap, one of these ends cuts off pairs that the other one allows.
                let most = first
                    .max(last)
                    .checked_mul(2)
                    .and_then(|c| c.checked_add(taken));
                let most = most.ok_or(Stop::Unknown)?;
                if most > from {
                    return Err(Stop::From(most));
                }
            }
            (ends.map(|(first, last)| first.min(last)), false)
        }
        // Up to one half of `heap - taken`, rounded down; or less than one half.
        Symbol::Half { inside, outside } => {
            let more = outside
                .checked_sub(1)
                .and_then(|c| c.checked_add(shift)?.checked_mul(2));
            let last = more.and_then(|more| inside.checked_add(more));
            let differ = last == taken.checked_neg().and_then(|c| c.checked_sub(1));
            (first.filter(|_| differ || last == Some(-taken)), differ)
        }
        Symbol::Items(_) => (None, false),
    };
    match least {
        // Both heaps are smaller than the whole.
        Some(least) if taken >= 0 && least >= i64::from(taken == 0) => Ok(HeapMove::Split {
            taken,
            least,
            differ,
        }),
        _ => Err(Stop::Unknown),
    }
}
