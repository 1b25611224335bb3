//! Sprague–Grundy theory for sums of impartial components: memoised mex per component, nim-sum of
//! the components.
//!
//! By the Sprague–Grundy theorem every component is equivalent to a Nim heap of its Grundy value,
//! and a sum has the exclusive or of its components' values.

mod components;
mod listed;
mod solver;
mod why;

use kibitz_game::{Excess, Grundy, Impartial, RunContext};

use crate::SolveError;

pub use components::Components;
pub use solver::SumSolver;
pub use why::{MAX_OPTIONS, PartReason, SumTheory, explain};

/// The numbering of table files that list the components of a built-in game's sums.
pub const COMPONENTS: &str = "components";

/// Memoised Grundy values of a game's components.
#[derive(Debug)]
pub struct GrundyCache<G: Impartial> {
    components: Components<G::Part>,
}

impl<G: Impartial> Default for GrundyCache<G> {
    fn default() -> GrundyCache<G> {
        GrundyCache {
            components: Components::default(),
        }
    }
}

impl<G: Impartial> GrundyCache<G> {
    /// An empty cache. All queries must be for the same game.
    #[must_use]
    pub fn new() -> GrundyCache<G> {
        GrundyCache::default()
    }

    /// The Grundy value of a position: the nim-sum of its components.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, or a component can recur: then it has no Grundy
    /// value.
    pub fn grundy(
        &mut self,
        game: &G,
        p: &G::Pos,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        let mut sum = Grundy::ZERO;
        let mut rest = Vec::new();
        game.parts(p, |part| match game.known_grundy(&part) {
            Some(value) => sum ^= value,
            None => rest.push(part),
        });
        for part in &rest {
            sum ^= self.remembered(game, part, context)?;
        }
        Ok(sum)
    }

    /// The Grundy value of one component.
    ///
    /// # Errors
    /// The same as [`grundy`](GrundyCache::grundy).
    pub fn part(
        &mut self,
        game: &G,
        part: &G::Part,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        match game.known_grundy(part) {
            Some(value) => Ok(value),
            None => self.remembered(game, part, context),
        }
    }

    /// The value of a component without a closed form.
    fn remembered(
        &mut self,
        game: &G,
        part: &G::Part,
        context: &RunContext,
    ) -> Result<Grundy, SolveError> {
        // A closed form may be unknown because its computation was stopped.
        context.check()?;
        if let Some(Excess { what, max }) = game.excess(part) {
            return Err(SolveError::TooLarge { what, max });
        }
        if let Some(value) = self.components.get(part)? {
            return Ok(value);
        }
        let roots = std::slice::from_ref(part);
        let heap_bytes = |part: &G::Part| game.part_bytes(part);
        self.components
            .extend(roots, context, heap_bytes, |part, visit| {
                let _ = game.options(part, visit);
                Ok(())
            })?;
        let value = self.components.get(part)?;
        value.ok_or_else(|| SolveError::missing(part))
    }
}
