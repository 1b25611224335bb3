//! Memory that work sets aside, and who counts it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Stop;

/// A number of bytes, shown in the unit that people would use.
///
/// ```
/// assert_eq!(kibitz_game::Bytes(3 << 29).to_string(), "1.5 GiB");
/// assert_eq!(kibitz_game::Bytes(300).to_string(), "300 bytes");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 6] = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
        if self.0 < 1024 {
            return write!(f, "{} bytes", self.0);
        }
        let mut amount = self.0 as f64 / 1024.0;
        let mut unit = 0;
        while amount >= 1023.5 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        let digits = usize::from(amount < 9.95);
        write!(f, "{amount:.digits$} {}", UNITS[unit])
    }
}

/// How much memory there is and how much of it is taken.
#[derive(Debug)]
pub(crate) struct Account {
    budget: u64,
    taken: AtomicU64,
    /// Claims that were refused although no smaller account stood in the way.
    refusals: AtomicU64,
    /// The account of which this one is a portion.
    whole: Option<Arc<Account>>,
}

impl Default for Account {
    fn default() -> Account {
        Account::new(u64::MAX)
    }
}

impl Account {
    pub(crate) fn new(budget: u64) -> Account {
        Account {
            budget,
            taken: AtomicU64::new(0),
            refusals: AtomicU64::new(0),
            whole: None,
        }
    }

    /// A portion of another account.
    pub(crate) fn within(whole: &Arc<Account>, budget: u64) -> Account {
        Account {
            whole: Some(Arc::clone(whole)),
            ..Account::new(budget.min(whole.budget))
        }
    }

    pub(crate) fn budget(&self) -> u64 {
        self.budget
    }

    pub(crate) fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    pub(crate) fn refusals(&self) -> u64 {
        match &self.whole {
            Some(whole) => whole.refusals(),
            None => self.refusals.load(Ordering::Relaxed),
        }
    }

    /// Takes memory, or says how much would be taken and what is allowed.
    fn take(&self, bytes: u64) -> Result<(), (u64, u64)> {
        let needed = self.taken.fetch_add(bytes, Ordering::Relaxed);
        let needed = needed.saturating_add(bytes);
        let taken = match &self.whole {
            _ if needed > self.budget => Err((needed, self.budget)),
            Some(whole) => whole.take(bytes),
            None => Ok(()),
        };
        if taken.is_err() {
            self.taken.fetch_sub(bytes, Ordering::Relaxed);
            self.refusals.fetch_add(1, Ordering::Relaxed);
        }
        taken
    }

    fn give_back(&self, bytes: u64) {
        self.taken.fetch_sub(bytes, Ordering::Relaxed);
        if let Some(whole) = &self.whole {
            whole.give_back(bytes);
        }
    }
}

/// Memory that has been set aside.
#[derive(Debug)]
pub struct Claim {
    account: Arc<Account>,
    bytes: u64,
}

impl Claim {
    /// Nothing yet.
    pub(crate) fn new(account: &Arc<Account>) -> Claim {
        Claim {
            account: Arc::clone(account),
            bytes: 0,
        }
    }

    /// Sets `bytes` more aside.
    ///
    /// # Errors
    /// Where it would exceed the budget; what was claimed before stays.
    pub fn grow(&mut self, what: &str, bytes: u64) -> Result<(), Stop> {
        let taken = self.account.take(bytes);
        taken.map_err(|(needed, budget)| Stop::OutOfMemory {
            what: what.to_owned(),
            needed,
            budget,
        })?;
        self.bytes += bytes;
        Ok(())
    }

    /// Gives back all but so many bytes: work is done, and its result stays.
    ///
    /// ```
    /// use kibitz_game::Watch;
    ///
    /// let watch = Watch::new().memory(100);
    /// let mut claim = watch.claim("a table and its making", 90).unwrap();
    /// claim.keep(20);
    /// assert!(watch.claim("another", 80).is_ok());
    /// ```
    pub fn keep(&mut self, bytes: u64) {
        let surplus = self.bytes.saturating_sub(bytes);
        self.account.give_back(surplus);
        self.bytes -= surplus;
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.account.give_back(self.bytes);
    }
}

#[cfg(test)]
mod tests {
    use crate::Watch;

    #[test]
    fn what_is_dropped_is_given_back_to_part_and_whole() {
        let whole = Watch::new().memory(100);
        let part = whole.portion(60);
        let claim = part.claim("a table", 60).unwrap();
        assert!(whole.claim("another", 41).is_err());
        drop(claim);
        assert!(whole.claim("another", 100).is_ok());
        assert!(part.claim("a table", 60).is_ok());
    }

    #[test]
    fn only_the_want_of_the_whole_counts_as_refusal() {
        let whole = Watch::new().memory(100);
        let part = whole.portion(60);
        assert!(part.claim("too much for the part", 61).is_err());
        assert_eq!((whole.refusals(), part.refusals()), (0, 0));
        let _taken = whole.claim("a table", 50).unwrap();
        assert!(part.claim("too much for the whole", 60).is_err());
        assert_eq!((whole.refusals(), part.beside().refusals()), (1, 1));
        // What was refused is not taken, in the part either.
        assert!(part.claim("a table", 50).is_ok());
    }

    #[test]
    fn a_portion_is_no_more_than_the_whole() {
        assert_eq!(Watch::new().memory(7).portion(9).memory_budget(), 7);
    }
}
