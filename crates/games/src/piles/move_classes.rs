//! Move classes: the moves of a position counted by pile.

use kibitz_game::{MoveClass, MoveClasses};

use super::notation::write_pile;
use super::{Pile, Piles, Solver, Take};

impl MoveClasses for Piles {
    /// One class for each pile with moves. A move wins if it makes the pile's
    /// Grundy value the nim-sum of the other piles.
    fn groups(&self, p: &Vec<Pile>) -> Option<Vec<MoveClass<Take>>> {
        let mut solver = Solver::default();
        let values: Vec<u64> = p
            .iter()
            .map(|pile| solver.grundy(pile, self.k).get())
            .collect();
        let sum = values.iter().fold(0, |sum, value| sum ^ value);
        let piles = p.iter().zip(&values).enumerate();
        let groups = piles.filter_map(|(i, (pile, value))| {
            let heights = solver.heights(pile, self.k);
            let is_win = |left: usize| u64::from(heights[left]) == sum ^ value;
            self.group(p, i, is_win)
        });
        Some(groups.collect())
    }

    fn after(&self, p: &Vec<Pile>, by: &Take) -> Vec<Pile> {
        let mut after = p.clone();
        let pile = &mut after[by.pile - 1];
        pile.truncate(pile.len() - by.discard - by.remove);
        after
    }

    fn changed_part(&self, by: &Take) -> usize {
        by.pile
    }

    fn part_name(&self) -> &'static str {
        "pile"
    }

    fn alone(&self, part: &Pile) -> Vec<Pile> {
        vec![part.clone()]
    }

    fn write_part(&self, part: &Pile) -> String {
        write_pile(part)
    }
}

impl Piles {
    fn group(
        self,
        p: &[Pile],
        i: usize,
        is_win: impl Fn(usize) -> bool,
    ) -> Option<MoveClass<Take>> {
        let mut moves = 0;
        let mut winning = 0;
        let mut example = None;
        for (discard, remove, left) in self.takes(&p[i]) {
            moves += 1;
            let wins = is_win(left);
            winning += u64::from(wins);
            if example.is_none() || wins && winning == 1 {
                example = Some((discard, remove));
            }
        }
        let (discard, remove) = example?;
        Some(MoveClass {
            name: format!("pile {}", i + 1),
            moves,
            winning,
            example: Take {
                pile: i + 1,
                discard,
                remove,
            },
        })
    }
}
