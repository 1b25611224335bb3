//! Brute-force enumeration of all cases smaller than a given one, by the measures
//! of the formats, independent of their code.

/// Contest input and its number of cases.
pub(crate) struct Cases {
    pub(crate) count: usize,
    pub(crate) text: String,
}

/// All cases of a game that are smaller than the case of the input.
pub(crate) fn smaller(game: &str, input: &str) -> Cases {
    let with_count = |cases: Vec<String>| Cases {
        count: cases.len(),
        text: format!("{}\n{}", cases.len(), cases.concat()),
    };
    let numbers = || {
        let words = input.split_whitespace();
        words
            .map(|word| word.parse().unwrap())
            .collect::<Vec<u64>>()
    };
    match game {
        "numbers" => with_count(numbers_below(numbers()[1..].iter().sum())),
        "boxes" | "nim" => with_count(lists_below(numbers()[1..].iter().sum())),
        "euclid" => with_count(pairs_below(numbers()[1..].iter().sum())),
        "calendar" => with_count(dates_after([numbers()[1], numbers()[2], numbers()[3]])),
        "ed" => with_count(piles_in_pairs_below(numbers()[1..].iter().sum())),
        "marbles" => with_count(marbles_below(input.matches('.').count() as u32)),
        "piles" => {
            let words = numbers();
            // The heights of the piles are not part of the measure.
            let heights = input.lines().skip(1);
            let heights = heights.map(|line| line.split(' ').next().unwrap());
            let heights: u64 = heights.map(|n| n.parse::<u64>().unwrap()).sum();
            let cases = piles_below(words.iter().sum::<u64>() - heights);
            Cases {
                count: cases.len(),
                text: cases.concat(),
            }
        }
        "nine" => {
            let cases = deals_below(changes(input));
            Cases {
                count: cases.len(),
                text: cases.concat(),
            }
        }
        other => panic!("{other} has no cases"),
    }
}

/// All sorted hands of eight cards below 5 with a sum of at most `max`.
fn hands(max: u64) -> Vec<(u64, String)> {
    let mut hands = Vec::new();
    for code in 0..5u64.pow(8) {
        let cards: Vec<u64> = (0..8).map(|i| code / 5u64.pow(i) % 5).collect();
        let sum = cards.iter().sum();
        if cards.is_sorted() && sum <= max {
            let cards: Vec<String> = cards.iter().map(u64::to_string).collect();
            hands.push((sum, cards.join(" ")));
        }
    }
    hands
}

/// Measure: the sum of all cards, plus 1 if Bob moves first.
fn numbers_below(measure: u64) -> Vec<String> {
    let hands = hands(measure);
    let mut cases = Vec::new();
    for first in [0, 1] {
        for (alices, alice) in &hands {
            for (bobs, bob) in &hands {
                let movers = if first == 0 { alices } else { bobs };
                if *movers > 0 && alices + bobs + first < measure {
                    cases.push(format!("{first}\n{alice}\n{bob}\n"));
                }
            }
        }
    }
    cases
}

/// Measure: boxes plus cards, or heaps plus matches.
fn lists_below(measure: u64) -> Vec<String> {
    let mut cases = Vec::new();
    let mut open: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(boxes) = open.pop() {
        let size = boxes.len() as u64 + boxes.iter().sum::<u64>();
        for cards in 0..measure.saturating_sub(size + 1) {
            let mut more = boxes.clone();
            more.push(cards);
            let counts: Vec<String> = more.iter().map(u64::to_string).collect();
            cases.push(format!("{}\n{}\n", more.len(), counts.join(" ")));
            open.push(more);
        }
    }
    cases
}

/// Measure: the sum of two numbers from 1.
fn pairs_below(measure: u64) -> Vec<String> {
    let mut cases = Vec::new();
    for larger in 1..measure {
        for smaller in 1..=larger {
            if larger + smaller < measure {
                cases.push(format!("{larger} {smaller}\n"));
            }
        }
    }
    cases
}

/// Measure: piles plus stones, for pairs of piles from 1.
fn piles_in_pairs_below(measure: u64) -> Vec<String> {
    let mut cases = Vec::new();
    let mut open: Vec<Vec<u64>> = vec![Vec::new()];
    while let Some(piles) = open.pop() {
        for smaller in 1..measure {
            for larger in smaller..measure {
                let more = [piles.as_slice(), &[smaller, larger]].concat();
                let size = more.len() as u64 + more.iter().sum::<u64>();
                if size >= measure {
                    break;
                }
                let words: Vec<String> = more.iter().map(u64::to_string).collect();
                cases.push(format!("{}\n{}\n", more.len(), words.join(" ")));
                open.push(more);
            }
        }
    }
    cases
}

/// Measure: the days left until 2006-11-04.
fn dates_after(date: [u64; 3]) -> Vec<String> {
    let mut cases = Vec::new();
    for year in date[0]..=2006 {
        let february = if year % 4 == 0 && year != 1900 {
            29
        } else {
            28
        };
        let lengths = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        for (month, length) in (1..).zip(lengths) {
            let days = (1..=length).map(|day| [year, month, day]);
            let later = days.filter(|day| *day > date && *day <= [2006, 11, 4]);
            cases.extend(later.map(|[y, m, d]| format!("{y} {m} {d}\n")));
        }
    }
    cases
}

/// Measure: empty cells.
fn marbles_below(measure: u32) -> Vec<String> {
    let boards = (0..1u32 << 16).filter(|empty| empty.count_ones() < measure);
    let board = |empty: u32| {
        let mut cell = 0;
        let picture = "\n   o\n  o o\n o o o\no o o o\n o o o\n  o o\n   o\n";
        let mark = |c: char| match c {
            'o' => {
                cell += 1;
                if empty >> (cell - 1) & 1 == 1 {
                    '.'
                } else {
                    '*'
                }
            }
            other => other,
        };
        picture.chars().map(mark).collect()
    };
    boards.map(board).collect()
}

/// Measure: K plus piles plus the numbers on all cards.
fn piles_below(measure: u64) -> Vec<String> {
    let mut cases = Vec::new();
    for k in 1..measure {
        let mut open: Vec<Vec<Vec<u64>>> = vec![Vec::new()];
        while let Some(piles) = open.pop() {
            let numbers: u64 = piles.iter().flatten().sum();
            let size = k + piles.len() as u64 + numbers;
            if !piles.is_empty() {
                cases.push(piles_text(k, &piles));
            }
            // One more card: on the last pile, or alone on a new one.
            for number in 1..measure.saturating_sub(size) {
                if let Some((last, others)) = piles.split_last() {
                    let mut higher = others.to_vec();
                    higher.push([last.as_slice(), &[number]].concat());
                    open.push(higher);
                }
                if number + 1 < measure.saturating_sub(size) {
                    open.push([piles.as_slice(), &[vec![number]]].concat());
                }
            }
        }
    }
    cases
}

fn piles_text(k: u64, piles: &[Vec<u64>]) -> String {
    let mut text = format!("{} {k}\n", piles.len());
    for pile in piles {
        text += &pile.len().to_string();
        for number in pile {
            text += &format!(" {number}");
        }
        text += "\n";
    }
    text
}

const RANKS: &str = "6789TJQKA";
const SUITS: [char; 4] = ['C', 'D', 'S', 'H'];

/// Number of changes of owner along the ranks of a suit; bit r is rank r.
fn changes_in(suit: u32) -> u32 {
    ((suit ^ suit >> 1) & 0xff).count_ones()
}

/// Measure of a deal: changes of owner in all suits.
fn changes(deal: &str) -> u32 {
    let alice: Vec<&str> = deal.lines().next().unwrap().split(' ').collect();
    let suit = |suit: char| {
        let ranks = RANKS.chars().enumerate();
        let own = ranks.filter(|(_, rank)| alice.contains(&format!("{rank}{suit}").as_str()));
        own.fold(0, |set, (r, _)| set | 1 << r)
    };
    SUITS.iter().map(|s| changes_in(suit(*s))).sum()
}

/// All deals of 18 cards each with a smaller measure.
fn deals_below(measure: u32) -> Vec<String> {
    let mut deals: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in SUITS {
        let mut longer = Vec::new();
        for deal in &deals {
            let before: u32 = deal.iter().copied().map(changes_in).sum();
            let suits = (0..1 << 9).filter(|suit| before + changes_in(*suit) < measure);
            longer.extend(suits.map(|suit| [deal.as_slice(), &[suit]].concat()));
        }
        deals = longer;
    }
    let alices = |deal: &Vec<u32>| deal.iter().map(|suit| suit.count_ones()).sum::<u32>();
    deals.retain(|deal| alices(deal) == 18);
    deals.iter().map(|deal| deal_text(deal)).collect()
}

fn deal_text(deal: &[u32]) -> String {
    let mut hands = [Vec::new(), Vec::new()];
    for (suit, own) in SUITS.iter().zip(deal) {
        for (r, rank) in RANKS.chars().enumerate() {
            let player = usize::from(own >> r & 1 == 0);
            hands[player].push(format!("{rank}{suit}"));
        }
    }
    hands.map(|hand| hand.join(" ") + "\n").concat()
}
