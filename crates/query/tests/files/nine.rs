//! nine.py.

use kibitz_bruteforce::rounds;
use kibitz_game::RunContext;
use kibitz_query::{Conditions, Session};

use crate::files::{compare, example};

const RANKS: &str = "6789TJQKA";

/// Both hands, in the notation of the file's parameter.
fn hands(deal: &str) -> String {
    let hands = deal
        .split('/')
        .map(|hand| hand.split_whitespace().collect());
    let hands: Vec<Vec<&str>> = hands.collect();
    format!("{hands:?}")
}

/// A position such as `C:7-J D:- S:9-9 H:- Alice` in the file's notation.
fn written(position: &str) -> String {
    let (mut low, mut high) = (Vec::new(), Vec::new());
    let words: Vec<&str> = position.split_whitespace().collect();
    let (player, suits) = words.split_last().unwrap();
    for suit in suits {
        let (_, laid) = suit.split_once(':').unwrap();
        let place = |rank: Option<char>| rank.and_then(|rank| RANKS.find(rank));
        let (first, last) = (place(laid.chars().next()), place(laid.chars().last()));
        low.push(first.unwrap_or(3));
        high.push(last.map_or(3, |last| last + 1));
    }
    let bob_moves = if *player == "Bob" { "True" } else { "False" };
    format!("low={low:?} high={high:?} bob_moves={bob_moves}")
}

fn deal_of(session: &Session) -> String {
    let set = session.settings().0;
    set.into_iter()
        .find(|value| value.name == "deal")
        .unwrap()
        .text
}

#[test]
fn every_position_of_some_deals_agrees() {
    let entry = kibitz_query::find("nine").unwrap();
    let everything = Conditions::parse("moves>=0").unwrap();
    for seed in 0..rounds(2, 6) as u64 {
        // The first is the default deal, the others are random.
        let set: Vec<(&str, String)> = match seed {
            0 => Vec::new(),
            seed => entry
                .random_parameter([], seed)
                .unwrap()
                .into_iter()
                .collect(),
        };
        let set = set.iter().map(|(name, value)| (*name, value.as_str()));
        let built_in = Session::open(entry, set).unwrap();
        let root = built_in.default_position();
        let found = built_in
            .find(&root, &everything, usize::MAX, &RunContext::new())
            .unwrap();
        let pairs: Vec<(String, String)> = found
            .positions
            .iter()
            .map(|found| (found.position.clone(), written(&found.position)))
            .collect();
        let hands = hands(&deal_of(&built_in));
        compare(&built_in, &example("nine", &[("hands", &hands)]), &pairs);
        assert!(pairs.len() > 1_000, "{}", pairs.len());
    }
}
