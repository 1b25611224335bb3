//! The states of the two animals of a kind, numbered.
//!
//! Which of the two is which does not matter. States come by their larger
//! label, those in hand first: so the states on the first n labels are the
//! first ones, whatever n is.

use super::codes::{CODES, Code, LABELS, MINE, OUT, THEIRS, label, on_board};

/// A state.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) number: u16,
    /// The labels of the animals, one bit each.
    pub(super) labels: u16,
}

/// The states of a kind.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// The state of a pair of codes, in either order, by both.
    states: Box<[State; CODES * CODES]>,
    /// The codes of a state.
    pub(super) codes: Vec<[Code; 2]>,
    /// How many states there are on the first labels, by their number.
    pub(super) within: [u32; LABELS + 1],
}

impl Pairs {
    /// The states of a kind: whether it takes part, whether it has hens.
    pub(super) fn new(is_present: bool, has_hens: bool) -> Pairs {
        let mut all = vec![OUT];
        if is_present {
            all = vec![THEIRS, MINE];
            for label in 0..LABELS {
                for is_hen in [false, true] {
                    let owners = [false, true].map(|mine| on_board(label, is_hen, mine));
                    all.extend(owners.into_iter().filter(|_| has_hens || !is_hen));
                }
            }
        }
        let mut codes = Vec::new();
        for (i, &b) in all.iter().enumerate() {
            let others = all[..=i].iter().map(|a| [*a, b]);
            codes.extend(others.filter(|[a, b]| label(*a).is_none() || label(*a) != label(*b)));
        }
        let mut states = Box::new([State::default(); CODES * CODES]);
        for (number, &[a, b]) in codes.iter().enumerate() {
            let number = number as u16;
            let labels = [a, b].into_iter().filter_map(label);
            let labels = labels.fold(0, |set, label| set | 1 << label);
            states[place(a, b)] = State { number, labels };
            states[place(b, a)] = State { number, labels };
        }
        let within = std::array::from_fn(|labels| {
            let is_within = |code: Code| label(code).is_none_or(|l| l < labels);
            codes.iter().filter(|[_, b]| is_within(*b)).count() as u32
        });
        Pairs {
            states,
            codes,
            within,
        }
    }

    /// The state of two animals.
    #[inline]
    pub(super) fn state(&self, [a, b]: [Code; 2]) -> State {
        self.states[place(a, b)]
    }
}

/// Codes are below 64, which the compiler is told here.
#[inline]
const fn place(a: Code, b: Code) -> usize {
    (a as usize % CODES) * CODES + b as usize % CODES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_by_number() {
        let elephants = Pairs::new(true, false);
        assert_eq!(elephants.codes.len(), 3 + 10 * 4 + 45 * 4);
        let chicks = Pairs::new(true, true);
        assert_eq!(chicks.codes.len(), 3 + 10 * 8 + 45 * 16);
        assert_eq!(Pairs::new(false, true).codes, [[OUT, OUT]]);
        for pairs in [elephants, chicks] {
            for (number, &[a, b]) in pairs.codes.iter().enumerate() {
                assert_eq!(usize::from(pairs.state([a, b]).number), number);
                assert_eq!(usize::from(pairs.state([b, a]).number), number);
                let most = label(a.max(b)).map_or(0, |l| l + 1);
                assert!(number < pairs.within[most] as usize);
                assert!(most == 0 || number >= pairs.within[most - 1] as usize);
            }
        }
    }
}
