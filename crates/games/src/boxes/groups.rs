//! The moves of a position, box by box, without looking at each.

use kibitz_game::{Group, Grouped, Notation};

use super::{Boxes, Counts, Staircase, Transfer};

impl Grouped for Boxes {
    /// One group for each box that has moves. Of the cards that a transfer may
    /// take, exactly one number can make the nim-sum zero: the one that turns
    /// the odd box's cards *c* into *c* xor the nim-sum.
    fn groups(&self, p: &Counts) -> Option<Vec<Group<Transfer>>> {
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

    /// The whole position is one part.
    fn write_part(&self, part: &Counts) -> String {
        self.write(part)
    }

    fn law(&self, part: &Counts) -> Option<String> {
        let staircase = self.staircase(part.len()).ok()?;
        let odd = (1..=part.len()).filter(|number| staircase.is_odd(*number));
        let filled: Vec<usize> = odd.filter(|number| part[number - 1] > 0).collect();
        let sum = staircase.nim_sum(part);
        Some(match filled[..] {
            [] => "no cards are an odd number of steps from a sink".to_owned(),
            [only] => format!(
                "of the boxes an odd number of steps from a sink box {only} alone has cards, {sum}"
            ),
            _ => {
                let boxes = shortened(filled.iter().map(usize::to_string), ", ");
                let cards = shortened(filled.iter().map(|n| part[n - 1].to_string()), " xor ");
                format!(
                    "boxes {boxes} are an odd number of steps from a sink, and {cards} is {sum}"
                )
            }
        })
    }
}

/// A list, of which nobody reads more than the beginning.
fn shortened(words: impl Iterator<Item = String>, between: &str) -> String {
    const MOST: usize = 8;
    let mut words: Vec<String> = words.take(MOST + 1).collect();
    if words.len() > MOST {
        words[MOST] = "…".to_owned();
    }
    words.join(between)
}

impl Boxes {
    fn group(
        &self,
        p: &Counts,
        from: usize,
        sum: u64,
        staircase: &Staircase,
    ) -> Option<Group<Transfer>> {
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
        Some(Group {
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
