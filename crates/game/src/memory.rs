//! Memory that work sets aside, and who counts it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::{Bytes, Stop, Thousands};

/// How much memory there is and how much of it is taken.
#[derive(Debug)]
pub(crate) struct Account {
    budget: u64,
    taken: AtomicU64,
    /// Claims that were refused, not only by a portion of this account.
    refusals: AtomicU64,
    /// The account from which this one takes its memory, too.
    whole: Option<Arc<Account>>,
    /// Whether it is a part of the work of `whole`, with a smaller budget. All
    /// others stand for work of their own.
    is_portion: bool,
}

/// How much memory was refused, and what stood in the way: shown as
/// "5.0 MiB beside the 6.0 MiB that other questions have, the memory budget is
/// 10 MiB".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// Bytes that were asked for, beside those in use.
    pub asked: u64,
    /// Bytes that the same work has already.
    pub own: u64,
    /// Bytes that other work with the same budget has.
    pub others: u64,
    /// Bytes that are allowed.
    pub budget: u64,
}

impl Shortage {
    /// More than the budget is asked for, whatever is in use.
    #[must_use]
    pub fn new(asked: u64, budget: u64) -> Shortage {
        Shortage {
            asked,
            own: 0,
            others: 0,
            budget,
        }
    }
}

impl fmt::Display for Shortage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let used = self.own.saturating_add(self.others);
        let free = Bytes(self.budget.saturating_sub(used));
        // Rounded, what is asked for would look as if there were room for it.
        let is_close = Bytes(self.asked).to_string() == free.to_string();
        let show = |bytes| match is_close {
            true => format!("{} bytes", Thousands(bytes)),
            false => Bytes(bytes).to_string(),
        };
        write!(f, "{}", show(self.asked))?;
        let parts = [
            (self.own, "this work has already"),
            (self.others, "other questions have"),
        ];
        let parts = parts.iter().filter(|(bytes, _)| *bytes > 0);
        for ((bytes, who), link) in parts.zip([" beside", " and"]) {
            write!(f, "{link} the {} that {who}", show(*bytes))?;
        }
        write!(f, ", the memory budget is {}", show(self.budget))
    }
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
            is_portion: false,
        }
    }

    /// A portion of another account.
    pub(crate) fn within(whole: &Arc<Account>, budget: u64) -> Account {
        Account {
            whole: Some(Arc::clone(whole)),
            is_portion: true,
            ..Account::new(budget.min(whole.budget))
        }
    }

    /// The account of other work that takes its memory from the same budget.
    pub(crate) fn beside(one: &Arc<Account>) -> Account {
        let whole = match &one.whole {
            Some(whole) if !one.is_portion => whole,
            _ => one,
        };
        Account {
            whole: Some(Arc::clone(whole)),
            ..Account::new(whole.budget)
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
            Some(whole) if self.is_portion => whole.refusals(),
            _ => self.refusals.load(Ordering::Relaxed),
        }
    }

    /// Takes memory, or says what stands in the way.
    fn take(&self, bytes: u64) -> Result<(), Shortage> {
        let used = self.taken.fetch_add(bytes, Ordering::Relaxed);
        let taken = match &self.whole {
            _ if used.saturating_add(bytes) > self.budget => Err(Shortage {
                own: used,
                ..Shortage::new(bytes, self.budget)
            }),
            Some(whole) => whole.take(bytes).map_err(|short| match self.is_portion {
                true => short,
                false => Shortage {
                    own: used,
                    others: short.own.saturating_sub(used),
                    ..short
                },
            }),
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
        taken.map_err(|short| Stop::OutOfMemory {
            what: what.to_owned(),
            short,
        })?;
        self.bytes += bytes;
        Ok(())
    }

    /// The bytes that are set aside.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
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
        assert_eq!((whole.refusals(), part.refusals()), (1, 1));
        // What was refused is not taken, in the part either.
        assert!(part.claim("a table", 50).is_ok());
    }

    #[test]
    fn each_work_counts_its_own_refusals() {
        let all = Watch::new().memory(100);
        let (one, other) = (all.beside(), all.beside());
        let _table = one.claim("a table", 70).unwrap();
        assert!(one.beside().portion(60).claim("another", 31).is_err());
        assert!(other.portion(60).claim("another", 31).is_err());
        assert!(
            other
                .portion(30)
                .claim("too much for the part", 31)
                .is_err()
        );
        let counts = [&all, &one, &other].map(Watch::refusals);
        assert_eq!(counts, [2, 0, 1]);
        let taken = [&all, &one, &other].map(Watch::memory_taken);
        assert_eq!(taken, [70, 70, 0]);
    }

    #[test]
    fn a_refusal_says_how_much_and_who_has_it() {
        let all = Watch::new().memory(10 << 20);
        let (one, other) = (all.beside(), all.beside());
        let refused = |watch: &Watch, bytes| watch.claim("a table", bytes).unwrap_err().to_string();
        assert_eq!(
            refused(&one, 20 << 20),
            "a table needs 20 MiB, the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&one, (10 << 20) + 1),
            "a table needs 10,485,761 bytes, the memory budget is 10,485,760 bytes"
        );
        let _first = one.claim("the first", 6 << 20).unwrap();
        assert_eq!(
            refused(&one, 5 << 20),
            "a table needs 5.0 MiB beside the 6.0 MiB that this work has already, \
             the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&other, 5 << 20),
            "a table needs 5.0 MiB beside the 6.0 MiB that other questions have, \
             the memory budget is 10 MiB"
        );
        let _second = other.portion(2 << 20).claim("the second", 1 << 20).unwrap();
        assert_eq!(
            refused(&other, 5 << 20),
            "a table needs 5.0 MiB beside the 1.0 MiB that this work has already and \
             the 6.0 MiB that other questions have, the memory budget is 10 MiB"
        );
        assert_eq!(
            refused(&one, (3 << 20) + 1),
            "a table needs 3,145,729 bytes beside the 6,291,456 bytes that this work has already \
             and the 1,048,576 bytes that other questions have, the memory budget is \
             10,485,760 bytes"
        );
    }

    #[test]
    fn a_portion_is_no_more_than_the_whole() {
        assert_eq!(Watch::new().memory(7).portion(9).memory_budget(), 7);
    }
}
