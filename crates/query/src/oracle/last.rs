//! What was made for the last question, kept for the next.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kibitz_solve::SolveError;

/// The last thing that was made.
#[derive(Debug)]
pub(super) struct Last<T>(Mutex<Option<Arc<T>>>);

impl<T> Default for Last<T> {
    fn default() -> Last<T> {
        Last(Mutex::new(None))
    }
}

impl<T> Last<T> {
    fn lock(&self) -> MutexGuard<'_, Option<Arc<T>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What there is.
    pub(super) fn get(&self) -> Option<Arc<T>> {
        self.lock().clone()
    }

    /// What there is, if it fits, or else something new. Who asks meanwhile
    /// waits for it.
    pub(super) fn fitting_or(
        &self,
        fits: impl FnOnce(&T) -> bool,
        make: impl FnOnce() -> Result<T, SolveError>,
    ) -> Result<Arc<T>, SolveError> {
        let mut last = self.lock();
        if let Some(known) = last.as_ref().filter(|known| fits(known)) {
            return Ok(Arc::clone(known));
        }
        // Only the last one is kept, so its room is free for the next.
        *last = None;
        let made = Arc::new(make()?);
        *last = Some(Arc::clone(&made));
        Ok(made)
    }
}
