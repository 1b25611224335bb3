//! numbers.py.

use crate::files::{compare, example};

/// All counts of `cards` cards over `values` numbers.
fn hands(cards: usize, values: usize) -> Vec<Vec<usize>> {
    if values == 1 {
        return vec![vec![cards]];
    }
    let first = 0..=cards;
    let more = first.flat_map(|count| {
        let rest = hands(cards - count, values - 1).into_iter();
        rest.map(move |rest| [vec![count], rest].concat())
    });
    more.collect()
}

fn cards_of(hand: &[usize]) -> String {
    let cards = hand.iter().zip(0..);
    cards
        .map(|(count, value)| value.to_string().repeat(*count))
        .collect()
}

#[test]
fn every_position_agrees() {
    for (cards, modulus) in [(8, 5), (4, 4), (3, 7), (5, 3)] {
        let texts = [cards, modulus].map(|n: usize| n.to_string());
        let set = [("cards", &*texts[0]), ("modulus", &*texts[1])];
        let built_in = kibitz_query::open("numbers", set).unwrap();
        let all = hands(cards, modulus);
        let mut pairs = Vec::new();
        for me in &all {
            for opp in &all {
                // Two hands of zeros are not a valid position.
                if me[0] < cards || opp[0] < cards {
                    let own = format!("{}/{}", cards_of(me), cards_of(opp));
                    pairs.push((own, format!("me={me:?} opp={opp:?}")));
                }
            }
        }
        if (cards, modulus) == (8, 5) {
            assert_eq!(pairs.len(), 245_024);
        }
        compare(&built_in, &example("numbers", &set), &pairs);
    }
}
