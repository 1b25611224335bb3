//! The moves of a position, heap by heap, without looking at each.

use kibitz_game::{Group, Grouped};

use super::{Bite, Heaps, Left, Octal};
use crate::play::Play;

/// Some bites of a heap: how many, and one of them.
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
    /// The bites of a heap that leave what is worth `wanted`.
    fn bites_worth(&self, heap: u64, wanted: u32) -> Option<Found> {
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
            self.pairs_worth(together, wanted, &mut found)?;
        }
        Some(found)
    }

    /// The ways to divide a number of matches into two heaps that are worth
    /// `wanted`. Once the smaller heap is within the period, so is the larger
    /// one, and moving a whole period from one to the other changes nothing:
    /// it is enough to look at the smaller heaps of the first period.
    fn pairs_worth(&self, together: u64, wanted: u32, found: &mut Found) -> Option<()> {
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

    /// Any bite of a heap.
    fn any_bite(&self, heap: u64) -> Option<Left> {
        let mut any = None;
        let _ = self.code().bites(heap, |left| {
            any = Some(left);
            kibitz_game::ENOUGH
        });
        any
    }
}

impl Grouped for Octal {
    /// One group for each heap that has moves. In normal play a move wins if
    /// it makes the heap worth the nim-sum of the others; in misère play
    /// nobody can tell.
    fn groups(&self, p: &Heaps) -> Option<Vec<Group<Bite>>> {
        if self.play == Play::Misere {
            return None;
        }
        let values: Vec<u32> = p
            .iter()
            .map(|heap| self.values.get(*heap))
            .collect::<Option<_>>()?;
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let mut groups = Vec::new();
        for (i, (heap, value)) in p.iter().zip(values).enumerate() {
            let winning = self.bites_worth(*heap, sum ^ value)?;
            let Some(left) = winning.first.or_else(|| self.any_bite(*heap)) else {
                continue;
            };
            groups.push(Group {
                name: format!("heap {}, of {heap}", i + 1),
                moves: self.code().count(*heap),
                winning: winning.count,
                example: Bite { heap: i + 1, left },
            });
        }
        Some(groups)
    }

    fn after(&self, p: &Heaps, by: &Bite) -> Heaps {
        let mut after = p.clone();
        after.remove(by.heap - 1);
        for heap in by.left.heaps() {
            let place = after.partition_point(|other| *other < heap);
            after.insert(place, heap);
        }
        after
    }

    /// Where a player may take t matches of a heap and leave two, every heap of
    /// n can be divided again and again into heaps a₁ … aₖ, all of them above
    /// 0, with a₁ + … + aₖ + (k − 1)t = n. With t more in each of them that is a
    /// partition of n + t into parts above t, and every such partition is one.
    fn reaches_at_least(&self, p: &Heaps) -> u64 {
        let largest = p.last().copied().unwrap_or(0);
        let together = self.code().twos(largest).max();
        together.map_or(1, |together| {
            let taken = largest - together;
            partitions(largest.saturating_add(taken), taken)
        })
    }

    fn changed_part(&self, by: &Bite) -> usize {
        by.heap
    }

    fn part_name(&self) -> &'static str {
        "heap"
    }

    fn write_part(&self, heap: &u64) -> String {
        heap.to_string()
    }

    fn law(&self, heap: &u64) -> Option<String> {
        let period = self.period(*heap).filter(|_| self.play == Play::Normal)?;
        let law = period.law(*heap)?;
        Some(format!("{} {law}", self.code()))
    }
}

/// The number of partitions of `n` into parts above `least`, or a smaller
/// number where there are very many. To make the largest part larger gives
/// different partitions of a larger number, so there are no fewer of these.
fn partitions(n: u64, least: u64) -> u64 {
    const ENOUGH: u64 = 300;
    let n = n.min(ENOUGH.max(least)) as usize;
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
    fn partitions_are_counted() {
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
