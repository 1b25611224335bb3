//! Move classes: the moves of a position counted by heap, without generating
//! them.

use kibitz_game::{MoveClass, MoveClasses};

use super::{HeapMove, Heaps, Left, Octal};
use crate::play::PlayConvention;

/// A set of moves from a heap: their number and an example.
#[derive(Clone, Copy, Default)]
struct Found {
    count: u64,
    first: Option<Left>,
}

impl Found {
    fn add(&mut self, count: u64, left: Left) {
        self.count = self.count.saturating_add(count);
        self.first = self.first.or(Some(left));
    }
}

impl Octal {
    /// The moves from a heap to Grundy value `wanted`.
    fn moves_to_value(&self, heap: u64, wanted: u32) -> Option<Found> {
        let mut found = Found::default();
        if wanted == 0 && self.code().takes_all(heap) {
            found.add(1, Left::Nothing);
        }
        for left in self.code().ones(heap) {
            if self.values.get(left)? == wanted {
                found.add(1, Left::One(left));
            }
        }
        for together in self.code().twos(heap) {
            self.splits_to_value(together, wanted, &mut found)?;
        }
        Some(found)
    }

    /// The ways to divide `together` matches into two heaps with nim-sum
    /// `wanted`. If the smaller heap is within the period, so is the larger
    /// one, and moving a whole period between them changes nothing: it suffices
    /// to examine the smaller heaps of the first period.
    fn splits_to_value(&self, together: u64, wanted: u32, found: &mut Found) -> Option<()> {
        let half = together / 2;
        let period = self.period(together);
        let until = period.map_or(half, |p| half.min((p.start + p.length - 1) as u64));
        for a in 1..=until {
            if self.values.get(a)? ^ self.values.get(together - a)? != wanted {
                continue;
            }
            let times = match period {
                Some(p) if a >= p.start as u64 => (half - a) / p.length as u64 + 1,
                _ => 1,
            };
            found.add(times, Left::Two(a, together - a));
        }
        Some(())
    }

    /// Any move from a heap.
    fn any_move(&self, heap: u64) -> Option<Left> {
        let mut any = None;
        let _ = self.code().moves(heap, |left| {
            any = Some(left);
            kibitz_game::BREAK
        });
        any
    }
}

impl MoveClasses for Octal {
    /// One class for each heap with moves. In normal play a move wins if it
    /// makes the heap's Grundy value the nim-sum of the others; in misère play
    /// winning moves cannot be counted this way.
    fn groups(&self, p: &Heaps) -> Option<Vec<MoveClass<HeapMove>>> {
        if self.play == PlayConvention::Misere {
            return None;
        }
        let values: Vec<u32> = p
            .iter()
            .map(|heap| self.values.get(*heap))
            .collect::<Option<_>>()?;
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut groups = Vec::new();
        for (i, (heap, value)) in p.iter().zip(values).enumerate() {
            let winning = self.moves_to_value(*heap, sum ^ value)?;
            let Some(left) = winning.first.or_else(|| self.any_move(*heap)) else {
                continue;
            };
            groups.push(MoveClass {
                name: format!("heap {}, of {heap}", i + 1),
                moves: self.code().count(*heap),
                winning: winning.count,
                example: HeapMove { heap: i + 1, left },
            });
        }
        Some(groups)
    }

    fn after(&self, p: &Heaps, by: &HeapMove) -> Heaps {
        let mut after = p.clone();
        after.remove(by.heap - 1);
        for heap in by.left.heaps() {
            let place = after.partition_point(|other| *other < heap);
            after.insert(place, heap);
        }
        after
    }

    /// If a player may take t matches of a heap and leave two, a heap of n can
    /// be divided repeatedly into heaps a₁ … aₖ, all positive, with
    /// a₁ + … + aₖ + (k − 1)t = n. Adding t to each gives a partition of n + t
    /// into parts above t, and every such partition arises.
    fn reaches_at_least(&self, p: &Heaps) -> u64 {
        let largest = p.last().copied().unwrap_or(0);
        let together = self.code().twos(largest).max();
        together.map_or(1, |together| {
            let taken = largest - together;
            partitions(largest.saturating_add(taken), taken)
        })
    }

    fn changed_part(&self, by: &HeapMove) -> usize {
        by.heap
    }

    fn part_name(&self) -> &'static str {
        "heap"
    }

    fn alone(&self, heap: &u64) -> Heaps {
        vec![*heap]
    }

    fn write_part(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn closed_form(&self, heap: &u64) -> Option<String> {
        let period = self
            .period(*heap)
            .filter(|_| self.play == PlayConvention::Normal)?;
        let period = period.closed_form(*heap)?;
        Some(format!("{} {period}", self.code()))
    }
}

/// The number of partitions of `n` into parts above `least`, or a lower bound
/// if there are very many: enlarging the largest part maps them injectively to
/// partitions of a larger number.
fn partitions(n: u64, least: u64) -> u64 {
    const MAX_PARTITIONED: u64 = 300;
    let n = n.min(MAX_PARTITIONED.max(least)) as usize;
    let mut ways = vec![0u64; n + 1];
    ways[0] = 1;
    for part in least as usize + 1..=n {
        for sum in part..=n {
            ways[sum] = ways[sum].saturating_add(ways[sum - part]);
        }
    }
    ways[n]
}

#[cfg(test)]
mod tests {
    use super::partitions;

    #[test]
    fn partition_counts_match_the_oeis() {
        // A000041 and A002865 of the OEIS.
        let all = [1, 1, 2, 3, 5, 7, 11, 15, 22, 30, 42];
        let no_ones = [1, 0, 1, 1, 2, 2, 4, 4, 7, 8, 12];
        for n in 0..=10 {
            assert_eq!(partitions(n, 0), all[n as usize], "{n}");
            assert_eq!(partitions(n, 1), no_ones[n as usize], "{n}");
        }
        assert_eq!(partitions(100, 0), 190_569_292);
        assert_eq!(partitions(1 << 40, 0), partitions(300, 0));
    }
}
