//! Rules with the parameters of a case.

use std::sync::{Arc, MutexGuard, PoisonError};

use kibitz_rules::{Failure, Rules, SettingValue};

use super::FileContest;

/// The most rules whose code is kept for other cases.
const MAX_OPENED: usize = 8;

/// Rules with the parameters of a case.
pub(super) struct OfCase {
    pub(super) rules: Arc<Rules>,
    /// Whether they have the code and the lengths of lists of another case; a fault may then be
    /// that a list is longer.
    pub(super) is_sharing: bool,
}

impl FileContest {
    /// The rules for a case.
    ///
    /// # Errors
    /// Returns a failure if the file refuses it.
    pub(super) fn rules_of(&self, values: &[SettingValue]) -> Result<OfCase, Failure> {
        let opened = self.lock_opened().clone();
        let mut latest_first = opened.iter().rev();
        let shared = latest_first.find_map(|one| Some((one, one.sharing_case(values)?)));
        let Some((of_other, rules)) = shared else {
            let rules = self.opened_alone(values)?;
            return Ok(OfCase {
                rules,
                is_sharing: false,
            });
        };
        let mut opened = self.lock_opened();
        if let Some(place) = opened.iter().position(|one| Arc::ptr_eq(one, of_other)) {
            let used = opened.remove(place);
            opened.push(used);
        }
        Ok(OfCase {
            rules: Arc::new(rules),
            is_sharing: true,
        })
    }

    /// The rules for a case, opened with its parameters.
    ///
    /// # Errors
    /// As for [`FileContest::rules_of`].
    pub(super) fn opened_alone(&self, values: &[SettingValue]) -> Result<Arc<Rules>, Failure> {
        let rules = Arc::new(self.rules.with_case(values)?);
        let mut opened = self.lock_opened();
        if opened.len() == MAX_OPENED {
            opened.remove(0);
        }
        opened.push(Arc::clone(&rules));
        Ok(rules)
    }

    fn lock_opened(&self) -> MutexGuard<'_, Vec<Arc<Rules>>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
