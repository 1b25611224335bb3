//! Contest input to contest output, by brute force.
//!
//! All input is read as tokens of `split_whitespace`. The two games with a
//! fixed table solve it once per process.

use crate::nine::Card;
use crate::{Outcome, boxes, calendar, ed, euclid, marbles, nim, nine, numbers, piles};
use std::fmt::Write;
use std::str::{FromStr, SplitWhitespace};
use std::sync::OnceLock;

const RANKS: &str = "6789TJQKA";
const SUITS: &str = "CDSH";

/// Answers "A Game With Numbers": `Alice`, `Bob` or `Deal` for each case.
///
/// # Panics
///
/// Panics on invalid input, a card above 4, or two hands of zeros.
#[must_use]
pub fn numbers_answers(input: &str) -> String {
    static TABLE: OnceLock<numbers::Table> = OnceLock::new();
    let table = TABLE.get_or_init(|| numbers::solve(8, 5));
    let mut tokens = input.split_whitespace();
    let mut output = String::new();
    for _ in 0..next::<u64>(&mut tokens) {
        let bob_first = next::<u8>(&mut tokens);
        assert!(bob_first < 2, "Alice or Bob is first");
        let mut hand = || -> Vec<u8> { (0..8).map(|_| next(&mut tokens)).collect() };
        let (alice, bob) = (hand(), hand());
        let winner = if bob_first == 1 {
            let value = table.get(&bob, &alice).expect("a position");
            player(value, ["Bob", "Alice"])
        } else {
            let value = table.get(&alice, &bob).expect("a position");
            player(value, ["Alice", "Bob"])
        };
        output += winner;
        output += "\n";
    }
    end(tokens);
    output
}

/// Answers HDU 3389: `Case k: Alice` or `Case k: Bob`. For small cases.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn boxes_answers(input: &str) -> String {
    let mut tokens = input.split_whitespace();
    let mut output = String::new();
    for case in 1..=next::<u64>(&mut tokens) {
        let n = next::<u64>(&mut tokens);
        let counts: Vec<u64> = (0..n).map(|_| next(&mut tokens)).collect();
        let value = boxes::outcome(&counts, &boxes::contest_targets);
        let winner = player(value, ["Alice", "Bob"]);
        writeln!(output, "Case {case}: {winner}").expect("writing to a string succeeds");
    }
    end(tokens);
    output
}

/// Answers "弹珠游戏": `Possible.` or `Impossible.` for each board.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn marbles_answers(input: &str) -> String {
    static BOARDS: OnceLock<marbles::Boards> = OnceLock::new();
    let boards = BOARDS.get_or_init(marbles::solve_all);
    let mut tokens = input.split_whitespace();
    let mut output = String::new();
    let count = next::<u64>(&mut tokens);
    let mut marks = tokens.flat_map(str::chars);
    for _ in 0..count {
        let cells: String = marks.by_ref().take(16).collect();
        let board = boards.get(&cells).expect("16 cells of a board");
        output += player(board.outcome, ["Possible.", "Impossible."]);
        output += "\n";
    }
    assert_eq!(marks.next(), None, "input after the last board");
    output
}

/// Answers "Игра в Девятку": `Alice` or `Bob` for each deal.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn nine_answers(input: &str) -> String {
    let cards: Vec<Card> = input.split_whitespace().map(card).collect();
    let mut output = String::new();
    for deal in cards.chunks(36) {
        assert_eq!(deal.len(), 36, "a deal has 36 cards");
        let value = nine::solve([&deal[..18], &deal[18..]], 9, 3, 0).outcome;
        output += player(value, ["Alice", "Bob"]);
        output += "\n";
    }
    output
}

/// Answers "Game of Cards": `Alice can win.` or `Bob will win.` for each case
/// until the input ends. For small cases.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn piles_answers(input: &str) -> String {
    let mut tokens = input.split_whitespace();
    let mut output = String::new();
    while let Some(p) = tokens.next() {
        let p: u64 = p.parse().expect("a number of piles");
        let k = next(&mut tokens);
        let mut all = Vec::new();
        for _ in 0..p {
            let n = next::<u64>(&mut tokens);
            all.push((0..n).map(|_| next(&mut tokens)).collect());
        }
        let value = piles::outcome(&all, k);
        output += player(value, ["Alice can win.", "Bob will win."]);
        output += "\n";
    }
    output
}

/// Answers Luogu P2197: `Yes` or `No` for each case. For small cases.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn nim_answers(input: &str) -> String {
    per_case(input, |tokens| {
        let n = next::<u64>(tokens);
        let heaps: Vec<u64> = (0..n).map(|_| next(tokens)).collect();
        player(nim::solve(&heaps, false).outcome, ["Yes", "No"])
    })
}

/// Answers Luogu P1290: `Stan wins` or `Ollie wins`. For small numbers.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn euclid_answers(input: &str) -> String {
    per_case(input, |tokens| {
        let (m, n) = (next(tokens), next(tokens));
        player(euclid::solve(m, n).outcome, ["Stan wins", "Ollie wins"])
    })
}

/// Answers Luogu P1512: `YES` or `NO`.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn calendar_answers(input: &str) -> String {
    static DATES: OnceLock<calendar::Dates> = OnceLock::new();
    let dates = DATES.get_or_init(calendar::solve_all);
    per_case(input, |tokens| {
        let date = (next(tokens), next(tokens), next(tokens));
        player(dates[&date].outcome, ["YES", "NO"])
    })
}

/// Answers Luogu P2148: `YES` or `NO`. For small piles.
///
/// # Panics
///
/// Panics on invalid input.
#[must_use]
pub fn ed_answers(input: &str) -> String {
    per_case(input, |tokens| {
        let n = next::<u64>(tokens);
        assert_eq!(n % 2, 0, "piles come in pairs");
        let pairs: Vec<(u64, u64)> = (0..n / 2).map(|_| (next(tokens), next(tokens))).collect();
        player(ed::solve(&pairs).outcome, ["YES", "NO"])
    })
}

/// Reads the number of cases and answers each on its own line.
fn per_case(
    input: &str,
    mut answer: impl FnMut(&mut SplitWhitespace<'_>) -> &'static str,
) -> String {
    let mut tokens = input.split_whitespace();
    let mut output = String::new();
    for _ in 0..next::<u64>(&mut tokens) {
        output += answer(&mut tokens);
        output += "\n";
    }
    end(tokens);
    output
}

/// A card of the pack of 36 in the contest's notation: `TH` is the ten of
/// hearts, suit 3 and rank 4.
///
/// # Panics
///
/// Panics on an invalid card.
#[must_use]
pub fn card(text: &str) -> Card {
    let marks: Vec<char> = text.chars().collect();
    let &[rank, suit] = marks.as_slice() else {
        panic!("not a card: {text}");
    };
    Card {
        suit: SUITS.find(suit).expect("a suit"),
        rank: RANKS.find(rank).expect("a rank"),
    }
}

fn next<T: FromStr>(tokens: &mut SplitWhitespace<'_>) -> T {
    let token = tokens.next().expect("more input");
    let Ok(value) = token.parse() else {
        panic!("not a number: {token}");
    };
    value
}

fn end(mut tokens: SplitWhitespace<'_>) {
    assert_eq!(tokens.next(), None, "input after the last case");
}

/// The text for a win of the mover or of the opponent.
fn player(value: Outcome, [mover, other]: [&'static str; 2]) -> &'static str {
    match value {
        Outcome::Win(_) => mover,
        Outcome::Loss(_) => other,
        Outcome::Draw => "Deal",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_with_either_player_first() {
        let input = "4
            0 1 0 0 0 0 0 0 0  4 0 0 0 0 0 0 0
            1 1 0 0 0 0 0 0 0  4 0 0 0 0 0 0 0
            0 1 2 3 4 1 2 3 4  0 0 0 0 0 0 0 0
            1 0 0 0 0 0 0 0 0  1 2 3 4 1 2 3 4";
        assert_eq!(numbers_answers(input), "Alice\nBob\nBob\nAlice\n");
    }

    /// The contest's sample: Alice has already won; Bob, then Alice, wins in
    /// one move; all ones against all ones is a draw.
    #[test]
    fn numbers_sample() {
        let input = "4
            1  0 0 0 0 0 0 0 0  1 2 3 4 1 2 3 4
            1  0 0 0 1 0 0 0 0  0 0 0 0 4 0 0 0
            0  1 0 0 0 0 0 0 0  0 0 0 4 0 0 2 0
            1  1 1 1 1 1 1 1 1  1 1 1 1 1 1 1 1";
        assert_eq!(numbers_answers(input), "Alice\nBob\nAlice\nDeal\n");
    }

    #[test]
    fn boxes_sample() {
        let output = boxes_answers("2\n2\n1 2\n7\n1 3 3 2 2 1 2\n");
        assert_eq!(output, "Case 1: Alice\nCase 2: Bob\n");
    }

    #[test]
    fn marbles_sample() {
        let input = "6

   *
  * *
 * * *
* * * *
 . * *
  . *
   .

   *
  * *
 * * *
. . . *
 * * *
  * *
   *

   *
  * *
 * * .
* * * *
 * * .
  * *
   *

   *
  * *
 . . *
* * * *
 * * *
  * *
   *

   .
  * *
 * * *
* * * .
 * * *
  * *
   *

   .
  * .
 * * .
* * * .
 * * *
  * *
   *";
        let output = "Possible.\nPossible.\nPossible.\nPossible.\nImpossible.\nPossible.\n";
        assert_eq!(marbles_answers(input), output);
    }

    #[test]
    fn nine_samples() {
        let input = "\
JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC
KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H

7S KD 8C AH QS AC KS JC 6C 7D 9H TS 7C 6D JH JD 6S KC
8D QD AS TD AD TH KH 9S JS 9C QC 8S 8H 7H TC QH 9D 6H

6C 7S 6H KS 9C 6S QS 7C TS JD 8H KC 9D 8C 7H KD JC QC
6D TH TD AD JS 9H TC QD 8D AC JH AH KH AS 7D 8S 9S QH

JS KS JD TH KH JC KC QD AS JH 6H 9H 7H 6C 9D AC 6D 9S
8D 8H 7C 7S KD 7D 6S QH 8C TS AD TD TC 9C QC 8S QS AH

6S KC TD 8S AC 9S KD TS TH 7D 7C KH TC QC JH QD JC JD
QH AS 9H 6C 8C 9C 6D AH AD KS JS 7H 6H 8H 9D QS 7S 8D";
        assert_eq!(nine_answers(input), "Alice\nBob\nAlice\nBob\nBob\n");
    }

    #[test]
    fn piles_are_read_until_the_input_ends() {
        // Ones with k = 2, so up to three at a time: four are a loss, five a
        // win.
        let input = "1 2\n4 1 1 1 1\n1 2 5 1 1 1 1 1\r\n\r\n2 0\n1 1\n0\n0 5";
        let output = "Bob will win.\nAlice can win.\nAlice can win.\nBob will win.\n";
        assert_eq!(piles_answers(input), output);
        assert_eq!(piles_answers(""), "");
    }

    #[test]
    fn nim_euclid_calendar_and_ed_samples() {
        assert_eq!(nim_answers("2\n2\n1 1\n2\n1 0\n"), "No\nYes\n");
        assert_eq!(
            euclid_answers("2\n25 7\n24 15\n"),
            "Stan wins\nOllie wins\n"
        );
        let dates = "3\n2001 11 3\n2001 11 2\n2001 10 3\n";
        assert_eq!(calendar_answers(dates), "YES\nNO\nNO\n");
        assert_eq!(ed_answers("2\n4\n1 2 1 3\n6\n1 1 1 1 1 1\n"), "YES\nNO\n");
    }

    #[test]
    fn card_notation_is_parsed() {
        assert_eq!(card("9C"), Card { suit: 0, rank: 3 });
        assert_eq!(card("TH"), Card { suit: 3, rank: 4 });
    }
}
