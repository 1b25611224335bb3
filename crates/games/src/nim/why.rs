//! Explanation in misère play, by Bouton's theorem.

use kibitz_game::{MoveClasses, Notation, Reason};
use serde::Serialize;

use super::{Heaps, Nim};

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    /// Heaps of more than one match.
    large: u64,
    /// Heaps of one match.
    single: u64,
    /// The nim-sum of all heaps.
    nim_sum: u64,
    /// A winning move, if any.
    #[serde(rename = "move")]
    by: Option<String>,
}

impl Nim {
    /// The explanation of the value of `p` in misère play.
    pub(super) fn misere_reason(&self, p: &Heaps) -> Reason {
        let count = |is: fn(&u64) -> bool| p.iter().copied().filter(is).count() as u64;
        let groups = self.groups(p).unwrap_or_default();
        let winning = groups.iter().find(|group| group.winning > 0);
        let facts = Facts {
            large: count(|heap| *heap > 1),
            single: count(|heap| *heap == 1),
            nim_sum: p.iter().fold(0, |sum, heap| sum ^ heap),
            by: winning.map(|group| self.write_move(p, &group.example)),
        };
        Reason::new("misere", words(&facts), &facts)
    }
}

fn words(facts: &Facts) -> String {
    let Facts {
        large,
        single,
        nim_sum,
        by,
    } = facts;
    let end = match by {
        Some(by) if *large == 1 => format!(
            "so the mover wins: {by} leaves an odd number of single matches, of which the \
             opponent has to take the last."
        ),
        Some(by) if *large > 1 => format!("so the mover wins: {by} makes it 0."),
        Some(by) => format!("so the mover wins: {by} leaves an odd number."),
        None if *large > 1 => "so the mover loses.".to_owned(),
        None if *single == 0 => "so the mover wins.".to_owned(),
        None => "so the mover has to take the last one and loses.".to_owned(),
    };
    match (large, single) {
        (0, 0) => {
            return format!("Misère play: a player who cannot move wins. No match is left, {end}");
        }
        (0, _) => {
            return format!(
                "Misère play: a player who cannot move wins. Only single matches are left, \
                 {single} of them, taken one by one, {end}"
            );
        }
        _ => {}
    }
    format!(
        "Misère play: a player who cannot move wins. While a heap has more than one match, a \
         position is lost exactly if the nim-sum is 0, as in normal play; here it is {nim_sum}, \
         {end}"
    )
}
