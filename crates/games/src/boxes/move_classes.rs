//! Move classes: the moves of a position counted by box, without generating
//! them.

use kibitz_game::{MoveClass, MoveClasses, Notation};

use super::{Boxes, Counts, Staircase, Transfer};

impl MoveClasses for Boxes {
    /// One class for each box with moves. Among the numbers of cards of a
    /// transfer exactly one can make the nim-sum zero: the one that turns the
    /// odd box's cards *c* into *c* XOR the nim-sum.
    fn groups(&self, p: &Counts) -> Option<Vec<MoveClass<Transfer>>> {
        let staircase = self.staircase(p.len()).ok()?;
        let sum = staircase.nim_sum(p).get();
        let boxes = (1..=p.len()).filter(|from| p[from - 1] > 0);
        let groups = boxes.filter_map(|from| self.group(p, from, sum, &staircase));
        Some(groups.collect())
    }

    fn after(&self, p: &Counts, by: &Transfer) -> Counts {
        let mut after = p.clone();
        after[by.from - 1] -= by.cards;
        after[by.to - 1] += by.cards;
        after
    }

    fn alone(&self, part: &Counts) -> Counts {
        part.clone()
    }

    fn write_part(&self, part: &Counts) -> String {
        self.write(part)
    }
}

impl Boxes {
    fn group(
        &self,
        p: &Counts,
        from: usize,
        sum: u64,
        staircase: &Staircase,
    ) -> Option<MoveClass<Transfer>> {
        let cards = p[from - 1];
        let targets = self.transfers().targets(from, p.len());
        let mut winning = targets.filter_map(|to| {
            let needed = if staircase.is_odd(from) {
                cards.checked_sub(cards ^ sum)?
            } else {
                (p[to - 1] ^ sum).checked_sub(p[to - 1])?
            };
            (1..=cards).contains(&needed).then_some((to, needed))
        });
        let first = winning.next();
        let others = winning.count() as u64;
        let any = || self.transfers().targets(from, p.len()).next();
        let (to, taken) = first.or_else(|| any().map(|to| (to, 1)))?;
        let targets = self.transfers().target_count(from, p.len()) as u64;
        Some(MoveClass {
            name: format!("box {from}"),
            moves: cards.saturating_mul(targets),
            winning: first.map_or(0, |_| 1 + others),
            example: Transfer {
                from,
                to,
                cards: taken,
            },
        })
    }
}
