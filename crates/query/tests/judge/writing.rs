//! Random contest input in the usual layout, small enough for brute force.

use crate::judge::support::{Game, Random};

/// Input of `cases` cases.
pub(crate) fn write(game: Game, cases: usize, random: &mut Random) -> String {
    let all: Vec<String> = (0..cases).map(|_| case(game, random)).collect();
    match game {
        Game::Marbles => format!("{cases}\n\n{}", all.join("\n")),
        Game::Nine | Game::Piles => all.concat(),
        _ => format!("{cases}\n{}", all.concat()),
    }
}

fn case(game: Game, random: &mut Random) -> String {
    match game {
        Game::Numbers => numbers(random),
        Game::Boxes => boxes(random),
        Game::Marbles => marbles(random),
        Game::Nine => nine(random),
        Game::Piles => piles(random),
        Game::Nim => nim(random),
        Game::Euclid => euclid(random),
        Game::Calendar => calendar(random),
        Game::Ed => ed(random),
    }
}

fn line(words: impl IntoIterator<Item = impl ToString>) -> String {
    let words: Vec<String> = words.into_iter().map(|word| word.to_string()).collect();
    words.join(" ") + "\n"
}

fn numbers(random: &mut Random) -> String {
    // Some hands have many zeros, so that some positions are terminal.
    let mut hand = |least: usize| {
        let values = 1 + random.below(5);
        let mut cards: Vec<usize> = (0..8).map(|_| random.below(values)).collect();
        cards[0] = cards[0].max(least);
        random.shuffle(&mut cards);
        line(cards)
    };
    let (alice, bob) = (hand(0), hand(1));
    format!("{}\n{alice}{bob}", random.below(2))
}

fn boxes(random: &mut Random) -> String {
    let n = random.below(8);
    let mut left = 7;
    let mut counts = Vec::new();
    for _ in 0..n {
        counts.push(random.below(1 + left.min(3)));
        left -= counts[counts.len() - 1];
    }
    random.shuffle(&mut counts);
    format!("{n}\n{}", line(counts))
}

fn marbles(random: &mut Random) -> String {
    // Mostly filled boards: there wins and losses are balanced.
    let board = random.bits() | random.bits();
    let mut cells = 0..16;
    let mut text = String::new();
    for row in [1usize, 2, 3, 4, 3, 2, 1] {
        let marks = cells.by_ref().take(row);
        let marks = marks.map(|i| if board >> i & 1 == 1 { '*' } else { '.' });
        text += &(" ".repeat(4 - row) + &line(marks));
    }
    text
}

fn nine(random: &mut Random) -> String {
    let ranks = "6789TJQKA".chars();
    let mut cards: Vec<String> = ranks
        .flat_map(|rank| "CDSH".chars().map(move |suit| format!("{rank}{suit}")))
        .collect();
    random.shuffle(&mut cards);
    line(&cards[..18]) + &line(&cards[18..])
}

fn piles(random: &mut Random) -> String {
    let count = random.below(4);
    let mut text = format!("{count} {}\n", random.below(4));
    for _ in 0..count {
        let height = random.below(6);
        let cards: Vec<usize> = (0..height).map(|_| 1 + random.below(4)).collect();
        text += &(format!("{height} ") + &line(cards));
    }
    text
}

fn nim(random: &mut Random) -> String {
    let n = random.below(5);
    let mut heaps: Vec<usize> = (0..n).map(|_| random.below(5)).collect();
    // Lost positions are rare among random ones.
    if random.below(2) == 0 && n > 1 {
        heaps[0] = heaps[1..].iter().fold(0, |sum, heap| sum ^ heap);
    }
    format!("{n}\n{}", line(heaps))
}

fn euclid(random: &mut Random) -> String {
    line([1 + random.below(60), 1 + random.below(60)])
}

fn calendar(random: &mut Random) -> String {
    let date = [
        1900 + random.below(107),
        1 + random.below(12),
        1 + random.below(31),
    ];
    let [year, month, day] = date.map(|part| part as u64);
    if kibitz_bruteforce::calendar::exists((year, month, day)) {
        line(date)
    } else {
        calendar(random)
    }
}

fn ed(random: &mut Random) -> String {
    let n = 2 * random.below(3);
    let piles: Vec<usize> = (0..n).map(|_| 1 + random.below(6)).collect();
    format!("{n}\n{}", line(piles))
}
