//! "A Game With Numbers": two hands; a move changes one card.
//!
//! Lists all sorted hands and all pairs of them. In each level it scans the
//! unsolved pairs, tries every move *forwards*, and looks up the successors;
//! the engines work backwards from solved positions, with un-moves, out-degree
//! counters and a multiset ranking, none of which is used here. The effect of a
//! move on a hand is computed once per hand, by changing the card, sorting, and
//! finding the result in the list.

use crate::Outcome;

/// All pairs of hands, solved.
#[derive(Clone, Debug)]
pub struct Table {
    /// In lexicographic order, so the hand of zeros is first.
    hands: Vec<Vec<u8>>,
    /// The value for the mover's hand `m` and the opponent's hand `t` is at
    /// `t * hands + m`.
    values: Vec<Outcome>,
}

impl Table {
    /// The value of a position for its mover, cards in any order; `None` if
    /// both hands are all zeros or one is not a hand of this game.
    #[must_use]
    pub fn get(&self, mine: &[u8], theirs: &[u8]) -> Option<Outcome> {
        let mine = self.find(mine)?;
        let theirs = self.find(theirs)?;
        (mine + theirs > 0).then(|| self.values[theirs * self.hands.len() + mine])
    }

    /// The hands, each sorted, in lexicographic order.
    #[must_use]
    pub fn hands(&self) -> &[Vec<u8>] {
        &self.hands
    }

    /// Every position but (zero, zero): the mover's hand, the opponent's hand,
    /// and the value for the mover.
    pub fn iter(&self) -> impl Iterator<Item = (&[u8], &[u8], Outcome)> {
        let count = self.hands.len();
        (1..count * count).map(move |at| {
            let (theirs, mine) = (at / count, at % count);
            (
                self.hands[mine].as_slice(),
                self.hands[theirs].as_slice(),
                self.values[at],
            )
        })
    }

    fn find(&self, cards: &[u8]) -> Option<usize> {
        let mut sorted = cards.to_vec();
        sorted.sort_unstable();
        self.hands.binary_search(&sorted).ok()
    }
}

/// Solves the game with `cards` cards in a hand, each below the modulus.
///
/// # Panics
///
/// Panics if `cards` or `modulus` is 0.
#[must_use]
pub fn solve(cards: usize, modulus: u8) -> Table {
    assert!(
        cards > 0 && modulus > 0,
        "cards and modulus must be positive"
    );
    let hands = all_hands(cards, modulus);
    let values = sweep(&hands, modulus);
    Table { hands, values }
}

/// Every non-decreasing list of `cards` cards, in lexicographic order.
fn all_hands(cards: usize, modulus: u8) -> Vec<Vec<u8>> {
    let mut hands = vec![Vec::new()];
    for _ in 0..cards {
        let mut longer = Vec::new();
        for hand in &hands {
            for card in hand.last().copied().unwrap_or(0)..modulus {
                let mut hand = hand.clone();
                hand.push(card);
                longer.push(hand);
            }
        }
        hands = longer;
    }
    hands
}

/// The distinct non-zero cards of a hand, i.e. those that a move may name.
fn usable(hand: &[u8]) -> Vec<u8> {
    let mut cards: Vec<u8> = hand.iter().copied().filter(|&card| card != 0).collect();
    cards.dedup();
    cards
}

/// The hand after one card `a` in it became `(a + b) mod modulus`.
fn turned(hand: &[u8], a: u8, b: u8, modulus: u8) -> Vec<u8> {
    let place = hand.iter().position(|&card| card == a).expect("in hand");
    let mut hand = hand.to_vec();
    hand[place] = ((u16::from(a) + u16::from(b)) % u16::from(modulus)) as u8;
    hand.sort_unstable();
    hand
}

fn sweep(hands: &[Vec<u8>], modulus: u8) -> Vec<Outcome> {
    let count = hands.len();
    let usable: Vec<Vec<u8>> = hands.iter().map(|hand| usable(hand)).collect();
    // The hands that a hand can become by adding an opponent's card b.
    let results: Vec<Vec<Vec<usize>>> = hands
        .iter()
        .zip(&usable)
        .map(|(hand, mine)| {
            let after = |b| {
                mine.iter().map(move |&a| {
                    let hand = turned(hand, a, b, modulus);
                    hands.binary_search(&hand).expect("a hand of this game")
                })
            };
            (0..modulus).map(|b| after(b).collect()).collect()
        })
        .collect();

    let mut known: Vec<Option<Outcome>> = vec![None; count * count];
    for hand in 1..count {
        known[hand] = Some(Outcome::Loss(0)); // the opponent's hand is all zeros
        known[hand * count] = Some(Outcome::Win(0)); // the mover's hand is all zeros
    }
    let mut level = 0;
    let mut changed = true;
    while changed {
        changed = false;
        level += 1;
        for theirs in 1..count {
            for mine in 1..count {
                if known[theirs * count + mine].is_some() {
                    continue;
                }
                // The opponent moves next, against the changed hand.
                let children = usable[theirs].iter().flat_map(|&b| {
                    let hands = results[mine][usize::from(b)].iter();
                    hands.map(|&hand| known[hand * count + theirs])
                });
                let value = Outcome::at_level(level, children);
                if value.is_some() {
                    known[theirs * count + mine] = value;
                    changed = true;
                }
            }
        }
    }
    known
        .into_iter()
        .map(|value| value.unwrap_or(Outcome::Draw))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::Reached;
    use Outcome::{Draw, Loss, Win};

    fn count(table: &Table) -> [usize; 3] {
        let zero = |hand: &[u8]| hand.iter().all(|&card| card == 0);
        let mut counts = [0; 3];
        for (mine, theirs, value) in table.iter() {
            if !zero(mine) && !zero(theirs) {
                counts[match value {
                    Win(_) => 0,
                    Loss(_) => 1,
                    Draw => 2,
                }] += 1;
            }
        }
        counts
    }

    #[test]
    fn one_card_modulo_three() {
        let table = solve(1, 3);
        assert_eq!(table.hands(), [[0], [1], [2]]);
        // 1 + 2 is 0 immediately. From 1/1 the mover makes 2, then the
        // opponent's 1 becomes 0; likewise 2/2.
        assert_eq!(table.get(&[1], &[2]), Some(Win(1)));
        assert_eq!(table.get(&[2], &[1]), Some(Win(1)));
        assert_eq!(table.get(&[1], &[1]), Some(Loss(2)));
        assert_eq!(table.get(&[2], &[2]), Some(Loss(2)));
        assert_eq!(table.get(&[0], &[2]), Some(Win(0)));
        assert_eq!(table.get(&[2], &[0]), Some(Loss(0)));
        assert_eq!(table.get(&[0], &[0]), None);
        assert_eq!(table.get(&[3], &[0]), None);
        assert_eq!(table.iter().count(), 8);
    }

    #[test]
    fn one_card_modulo_two() {
        assert_eq!(solve(1, 2).get(&[1], &[1]), Some(Win(1)));
    }

    #[test]
    fn contest_game_has_the_known_counts() {
        let table = solve(8, 5);
        assert_eq!(table.hands().len(), 495);
        assert_eq!(table.iter().count(), 245_024);
        assert_eq!(count(&table), [120_871, 74_111, 49_054]);
        // One non-zero card left, and an opponent's card that makes it 0.
        let mine = [0, 0, 1, 0, 0, 0, 0, 0];
        let theirs = [4, 1, 1, 1, 1, 1, 1, 1];
        assert_eq!(table.get(&mine, &theirs), Some(Win(1)));
    }

    #[test]
    fn values_agree_with_their_successors() {
        let table = solve(5, 3);
        for (mine, theirs, value) in table.iter() {
            if usable(mine).is_empty() || usable(theirs).is_empty() {
                continue;
            }
            let mut children = Vec::new();
            for a in usable(mine) {
                for b in usable(theirs) {
                    let mine = turned(mine, a, b, 3);
                    children.push(table.get(theirs, &mine).expect("a position"));
                }
            }
            assert_eq!(value, Outcome::from_children(&children));
        }
    }

    /// The same rules on unsorted hands, with every card a move of its own.
    #[test]
    fn sorting_and_deduplication_preserve_values() {
        type Hands = (Vec<u8>, Vec<u8>);
        let moves = |(mine, theirs): &Hands| {
            let mut next = Vec::new();
            if theirs.iter().any(|&card| card != 0) {
                for a in 0..mine.len() {
                    for &b in theirs {
                        if mine[a] != 0 && b != 0 {
                            let mut mine = mine.clone();
                            mine[a] = (mine[a] + b) % 5;
                            next.push((theirs.clone(), mine));
                        }
                    }
                }
            }
            next
        };
        let table = solve(3, 5);
        let mut drawn = 0;
        for start in [[1, 2, 3], [3, 3, 1], [2, 1, 1]] {
            let reached = Reached::from_start((start.to_vec(), vec![1, 1, 2]), moves);
            for ((mine, theirs), solved) in reached.solve() {
                assert_eq!(table.get(&mine, &theirs), Some(solved.outcome));
                drawn += usize::from(solved.outcome == Draw);
            }
        }
        assert!(drawn > 0);
    }
}
