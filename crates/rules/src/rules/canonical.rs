//! Canonical forms under `canon` and `symmetry`.

use std::sync::{Arc, PoisonError, RwLock};

use super::Rules;
use super::failure::Failure;
use super::group::{Group, MAX_CELLS, Permutation};
use crate::fault::{Fault, FaultKind};
use crate::interpret::Value;
use crate::shape::{FieldKind, Shape};
use crate::source::Diagnostic;
use crate::tree::{FunctionId, Program};

/// How a file canonicalises positions.
#[derive(Debug)]
pub(super) enum Canonicaliser {
    None,
    /// The file's `canon`.
    Canon(FunctionId),
    /// The least image of a set of cells under `symmetry`.
    Symmetry(Cells),
}

/// The symmetry group on the cells seen so far.
#[derive(Debug)]
pub(super) struct Cells {
    symmetry: FunctionId,
    group: RwLock<Arc<Group>>,
}

impl Canonicaliser {
    pub(super) fn new(program: &Program, shape: &Shape) -> Result<Canonicaliser, Diagnostic> {
        let roles = &program.roles;
        let span = |id: FunctionId| program.functions[id.0 as usize].span;
        match (roles.canon, roles.symmetry) {
            (Some(_), Some(symmetry)) => {
                let message = "`canon` and `symmetry` cannot both be defined";
                Err(Diagnostic::at(span(symmetry), message).help("keep one of them"))
            }
            (Some(canon), None) => Ok(Canonicaliser::Canon(canon)),
            (None, Some(symmetry)) => match shape.fields.as_slice() {
                [field] if field.kind == FieldKind::Int => Ok(Canonicaliser::Symmetry(Cells {
                    symmetry,
                    group: RwLock::default(),
                })),
                _ => {
                    let message = "`symmetry` requires positions that are one int, \
                                   used as a bit set of cells";
                    let help = "write `canon`, which takes and returns all fields";
                    Err(Diagnostic::at(span(symmetry), message).help(help))
                }
            },
            (None, None) => Ok(Canonicaliser::None),
        }
    }
}

impl Cells {
    /// The least image of a set of cells.
    pub(super) fn least(
        &self,
        rules: &Rules,
        set: i64,
        known: &mut Arc<Group>,
    ) -> Result<i64, Failure> {
        let least = self.group(rules, set, known)?.least(set as u64);
        least
            .map(|least| least as i64)
            .ok_or_else(|| self.too_many(rules))
    }

    /// The orbit size of a set of cells.
    pub(super) fn images(
        &self,
        rules: &Rules,
        set: i64,
        known: &mut Arc<Group>,
    ) -> Result<u64, Failure> {
        let orbit = self.group(rules, set, known)?.orbit(set as u64);
        orbit
            .map(|orbit| orbit.len() as u64)
            .ok_or_else(|| self.too_many(rules))
    }

    /// A group that covers all cells of a set: usually the caller's cached one.
    fn group<'g>(
        &self,
        rules: &Rules,
        set: i64,
        known: &'g mut Arc<Group>,
    ) -> Result<&'g Group, Failure> {
        if set < 0 {
            let message = format!("{set} is not a set of cells: it is negative");
            return Err(self.refuse(rules, FaultKind::Value, message));
        }
        if set as u64 & !known.cells == 0 {
            return Ok(known);
        }
        *known = Arc::clone(&self.group.read().unwrap_or_else(PoisonError::into_inner));
        if set as u64 & !known.cells == 0 {
            return Ok(known);
        }
        let more = Arc::new(self.larger(rules, known.cells | set as u64)?);
        let mut place = self.group.write().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have added other cells meanwhile; they are recomputed
        // on demand.
        *place = Arc::clone(&more);
        *known = more;
        Ok(known)
    }

    /// The group on the closure of these cells under the generators.
    fn larger(&self, rules: &Rules, mut cells: u64) -> Result<Group, Failure> {
        let mut images: Vec<Option<Vec<u8>>> = vec![None; MAX_CELLS];
        let mut generators = None;
        while let Some(cell) = (0..MAX_CELLS).find(|c| cells >> c & 1 == 1 && images[*c].is_none())
        {
            let own = self.images_of(rules, cell)?;
            let expected = *generators.get_or_insert(own.len());
            if own.len() != expected {
                let message = format!(
                    "`symmetry` yields {} images of cell {cell}, but {expected} of another cell: \
                     expected one per generator",
                    own.len()
                );
                return Err(self.refuse(rules, FaultKind::Shape, message));
            }
            own.iter().for_each(|image| cells |= 1 << image);
            images[cell] = Some(own);
        }
        let mut permutations = Vec::new();
        for generator in 0..generators.unwrap_or(0) {
            let image = |cell: usize| images[cell].as_ref().map(|own| own[generator]);
            self.check_permutation(rules, image)?;
            let moved: Permutation = std::array::from_fn(|c| image(c).unwrap_or(c as u8));
            permutations.push(moved);
        }
        Ok(Group::new(cells, &permutations))
    }

    fn images_of(&self, rules: &Rules, cell: usize) -> Result<Vec<u8>, Failure> {
        let argument = vec![Value::Int(cell as i64)];
        let result = rules
            .machines
            .ask(|machine| machine.generate(self.symmetry, argument, false));
        let yields = result.map_err(|fault| {
            Failure::fault(fault, &rules.source).note(format!("in `symmetry` of cell {cell}"))
        })?;
        let mut images = Vec::with_capacity(yields.len());
        for given in yields {
            let image = given.fields.first().and_then(Value::number);
            match image.filter(|image| (0..MAX_CELLS as i64).contains(image)) {
                Some(image) => images.push(image as u8),
                None => {
                    let image = image.map_or("an invalid value".to_owned(), |n| n.to_string());
                    let message = format!("`symmetry` maps cell {cell} to {image}");
                    let fault = Fault::at(FaultKind::Value, given.span, message);
                    let fault = fault.help(format!("cells are ints from 0 to {}", MAX_CELLS - 1));
                    return Err(Failure::fault(fault, &rules.source));
                }
            }
        }
        Ok(images)
    }

    /// A generator must be injective.
    fn check_permutation(
        &self,
        rules: &Rules,
        image: impl Fn(usize) -> Option<u8>,
    ) -> Result<(), Failure> {
        let mut from = [None; MAX_CELLS];
        for cell in 0..MAX_CELLS {
            let Some(to) = image(cell) else { continue };
            if let Some(other) = from[usize::from(to)].replace(cell) {
                let message = format!(
                    "`symmetry` is not a permutation: cells {other} and {cell} both map to {to}"
                );
                return Err(self.refuse(rules, FaultKind::Value, message));
            }
        }
        Ok(())
    }

    fn too_many(&self, rules: &Rules) -> Failure {
        let message = "a set of cells has more than a million images under `symmetry`";
        self.refuse(rules, FaultKind::Value, message.to_owned())
    }

    fn refuse(&self, rules: &Rules, kind: FaultKind, message: String) -> Failure {
        let span = rules.program.functions[self.symmetry.0 as usize].span;
        Failure::fault(Fault::at(kind, span, message), &rules.source)
    }
}
