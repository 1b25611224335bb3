//! Why, in misère play: Bouton's theorem for one position.

use kibitz_game::{Grouped, Notation, Reason};
use serde::Serialize;

use super::{Heaps, Nim};

/// What the reason claims.
#[derive(Serialize)]
struct Facts {
    /// Heaps of more than one match.
    large: u64,
    /// Heaps of one match.
    single: u64,
    /// The exclusive or of all heaps.
    nim_sum: u64,
    /// A winning move, where there is one.
    #[serde(rename = "move")]
    by: Option<String>,
}

impl Nim {
    /// The reason for the value of `p` where who cannot move wins.
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
        None if *single == 0 => "so the mover, who cannot move, wins.".to_owned(),
        None => "so the mover has to take the last, and loses.".to_owned(),
    };
    match (large, single) {
        (0, 0) => return format!("Who cannot move wins. No match is left, {end}"),
        (0, _) => {
            return format!(
                "Who cannot move wins. Heaps of one match are left, {single} in number, and \
                 taken in turn, {end}"
            );
        }
        _ => {}
    }
    format!(
        "Who cannot move wins. While a heap has more than one match, a position is lost exactly \
         where the nim-sum is 0, as in normal play; here it is {nim_sum}, {end}"
    )
}
