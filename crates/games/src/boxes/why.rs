//! Explanation of a position by the staircase argument.

use kibitz_game::{MoveClasses, Notation, Reason, counted, listed, nim_sum_table};
use serde::Serialize;

use super::{Boxes, Counts, Staircase, Transfer};

/// Maximum number of boxes, rows and replies in the text; the facts have more.
const MAX_SHOWN: usize = 12;
/// Maximum number of replies in the facts, because each contains whole
/// positions.
const MAX_ANSWERS: usize = 100;

/// The facts of the explanation.
#[derive(Serialize)]
struct Facts {
    /// Boxes at an odd number of transfers from a sink.
    odd: Vec<usize>,
    /// The others.
    even: Vec<usize>,
    /// Boxes without targets; all are even.
    sinks: Vec<usize>,
    /// The nim-sum of the cards in odd boxes.
    nim_sum: u64,
    /// The move that makes it zero, if the position is a win.
    #[serde(rename = "move")]
    by: Option<Zeroing>,
    /// The onward target of each odd box: the reply to a move from an even box
    /// into it.
    sent_on: Vec<SentOn>,
    /// Moves of a lost position with their replies.
    answers: Vec<Answered>,
}

#[derive(Serialize)]
struct Zeroing {
    #[serde(rename = "move")]
    by: String,
    position: String,
    /// The odd box whose cards change.
    #[serde(rename = "box")]
    number: usize,
    before: u64,
    after: u64,
}

#[derive(Serialize)]
struct SentOn {
    into: usize,
    on_to: usize,
}

#[derive(Serialize)]
struct Answered {
    #[serde(rename = "move")]
    by: String,
    answer: String,
    /// The position after both moves; its nim-sum is zero again.
    position: String,
}

impl Boxes {
    /// The staircase argument at `p`; `None` if it does not apply.
    pub(super) fn reason(&self, p: &Counts) -> Option<Reason> {
        let staircase = self.staircase(p.len()).ok()?;
        let n = p.len();
        let (odd, even): (Vec<usize>, Vec<usize>) = (1..=n).partition(|b| staircase.is_odd(*b));
        let is_sink = |b: &usize| self.first_target(*b, n).is_none();
        let nim_sum = staircase.nim_sum(p).get();
        let zeroing = self.zeroing(p, &staircase);
        let sent_on = odd.iter().filter_map(|&into| {
            let on_to = self.first_target(into, n)?;
            Some(SentOn { into, on_to })
        });
        let facts = Facts {
            sinks: even.iter().copied().filter(is_sink).collect(),
            sent_on: sent_on.collect(),
            nim_sum,
            by: zeroing.map(|by| self.zeroing_out(p, by)),
            answers: match nim_sum {
                0 => self.answers(p, &staircase),
                _ => Vec::new(),
            },
            odd,
            even,
        };
        Some(Reason::new("staircase", words(p, &facts), &facts))
    }

    fn first_target(&self, from: usize, n: usize) -> Option<usize> {
        self.transfers().targets(from, n).next()
    }

    /// A transfer out of an odd box that makes the nim-sum zero, as in Nim:
    /// some odd box has the highest bit of the sum, and is reduced to its XOR
    /// with the sum.
    fn zeroing(&self, p: &Counts, staircase: &Staircase) -> Option<Transfer> {
        let sum = staircase.nim_sum(p).get();
        let mut odd = (1..=p.len()).filter(|b| staircase.is_odd(*b));
        odd.find_map(|from| {
            let cards = p[from - 1].checked_sub(p[from - 1] ^ sum)?;
            let to = self.first_target(from, p.len())?;
            (cards > 0).then_some(Transfer { from, to, cards })
        })
    }

    fn zeroing_out(&self, p: &Counts, by: Transfer) -> Zeroing {
        let after = self.after(p, &by);
        Zeroing {
            by: self.write_move(p, &by),
            position: self.write(&after),
            number: by.from,
            before: p[by.from - 1],
            after: after[by.from - 1],
        }
    }

    /// For each box of a lost position that has a move: the move of one card,
    /// and its reply.
    fn answers(&self, p: &Counts, staircase: &Staircase) -> Vec<Answered> {
        let full = (1..=p.len()).filter(|b| p[b - 1] > 0);
        let tries = full.filter_map(|from| {
            let to = self.first_target(from, p.len())?;
            Some(Transfer { from, to, cards: 1 })
        });
        tries
            .filter_map(|by| self.answered(p, by, staircase))
            .take(MAX_ANSWERS)
            .collect()
    }

    fn answered(&self, p: &Counts, by: Transfer, staircase: &Staircase) -> Option<Answered> {
        let middle = self.after(p, &by);
        let answer = if staircase.is_odd(by.from) {
            self.zeroing(&middle, staircase)?
        } else {
            Transfer {
                from: by.to,
                to: self.first_target(by.to, p.len())?,
                cards: by.cards,
            }
        };
        Some(Answered {
            by: self.write_move(p, &by),
            answer: self.write_move(&middle, &answer),
            position: self.write(&self.after(&middle, &answer)),
        })
    }
}

fn words(p: &Counts, facts: &Facts) -> String {
    let boxes = |numbers: &[usize]| match numbers {
        [] => "none".to_owned(),
        _ => listed(numbers, MAX_SHOWN),
    };
    let mut lines = vec![
        "Staircase Nim: every move takes cards from an odd box to an even one or vice versa."
            .to_owned(),
        format!(
            "odd boxes (an odd number of moves from a sink): {}",
            boxes(&facts.odd)
        ),
        format!("even boxes: {}", boxes(&facts.even)),
        format!("sinks (cards cannot leave them): {}", boxes(&facts.sinks)),
    ];
    if !facts.sent_on.is_empty() {
        let routes = facts.sent_on.iter();
        let routes = routes.map(|s| format!("from {} on to {}", s.into, s.on_to));
        lines.push(format!(
            "Even boxes do not count: the reply to a move from an even into an odd box moves the \
             same cards on ({}).",
            listed(routes, MAX_SHOWN)
        ));
    }
    lines.push("Only the odd boxes count, as Nim heaps:".to_owned());
    lines.push(odd_table(p, facts));
    match &facts.by {
        Some(Zeroing {
            by,
            number,
            before,
            after,
            ..
        }) => lines.push(format!(
            "The nim-sum is {}, so the mover wins: {by} reduces box {number} from {before} to \
             {after}, which makes the nim-sum 0.",
            facts.nim_sum
        )),
        None if facts.answers.is_empty() => {
            lines.push("There is no legal move; the nim-sum is 0.".to_owned());
        }
        None => {
            lines.push(
                "The nim-sum is 0, so the mover loses: every move changes it \
                 or leaves an even box, and a reply restores 0. Replies:"
                    .to_owned(),
            );
            let answers = facts.answers.iter().take(MAX_SHOWN);
            lines.extend(answers.map(|a| format!("  {} is answered by {}", a.by, a.answer)));
        }
    }
    lines.join("\n")
}

/// The odd boxes that hold cards, in binary.
fn odd_table(p: &Counts, facts: &Facts) -> String {
    let held = facts.odd.iter().filter(|b| p[**b - 1] > 0);
    let rows: Vec<(String, u64)> = held.map(|b| (format!("box {b}"), p[b - 1])).collect();
    if rows.len() > MAX_SHOWN {
        let held = counted(rows.len() as u64, "odd box");
        return format!("{held} hold cards; their nim-sum is {}", facts.nim_sum);
    }
    nim_sum_table(&rows)
}
