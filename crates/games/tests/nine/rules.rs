//! The rules, played through the traits, against the reference.

use std::collections::HashMap;

use kibitz_game::{
    Game, Indexed, Listed, MORE, Notation, Scored, SettingError, Settings, Value, Wdl, perft,
};
use kibitz_games::nine::{Cards, Deck, Nine, Player, Position};

use crate::support::{Random, SAMPLES, Size, sample};

/// Value and score of every position, in one pass from the smallest rank.
struct Solved {
    game: Nine,
    values: Vec<(Value, i64)>,
}

impl Solved {
    fn new(game: Nine) -> Solved {
        let mut values: Vec<(Value, i64)> = Vec::new();
        for rank in 0..game.size() {
            let value = match game.unrank(rank) {
                None => (Value::Draw, 0),
                Some(p) => Solved::one(&game, &values, &p),
            };
            values.push(value);
        }
        Solved { game, values }
    }

    fn one(game: &Nine, values: &[(Value, i64)], p: &Position) -> (Value, i64) {
        let Ok(decided) = game.decided(p);
        if let Some(value) = decided {
            return (value, game.score(p));
        }
        let mut best: Option<(Value, i64)> = None;
        let Ok(_) = game.expand(p, |step| {
            let (value, score) = values[game.rank(&step.to) as usize];
            let (value, score) = (value.over(step.turn), -score);
            best = Some(best.map_or((value, score), |b| (b.0.max(value), b.1.max(score))));
            MORE
        });
        best.expect("somebody can move")
    }

    fn at(&self, p: &Position) -> (Value, i64) {
        self.values[self.game.rank(p) as usize]
    }
}

fn usual(alice: Cards) -> Nine {
    Nine::new(Deck::default(), alice)
}

#[test]
fn values_plies_and_scores_agree_with_the_reference() {
    let mut random = Random(5);
    for size in Size::all(12) {
        for _ in 0..3 {
            let deck = size.deck();
            let alice = Cards::from_bits(random.bits()) & deck.cards();
            let solved = Solved::new(Nine::new(deck, alice));
            let reference = size.reference(alice);
            let mut memo = HashMap::new();
            for player in Player::BOTH {
                let (value, score) = solved.at(&solved.game.start_of(player));
                let expected = reference.outcome(&mut memo, 0, player == Player::Alice);
                assert_eq!(value.wdl() == Wdl::Win, expected.wins, "{size:?} {alice:?}");
                assert_eq!(value.plies().unwrap().get(), expected.plies);
                assert_eq!(score, expected.score, "{size:?} {alice:?}");
            }
        }
    }
}

#[test]
fn samples_by_the_rules_alone() {
    for (number, (_, answer)) in SAMPLES.iter().enumerate() {
        let solved = Solved::new(usual(sample(number)));
        let (value, score) = solved.at(&solved.game.shown());
        assert_eq!(value.wdl() == Wdl::Win, *answer == "Alice\n");
        assert_eq!(score > 0, value.wdl() == Wdl::Win, "the score has its sign");
        let (_, second) = solved.at(&solved.game.start_of(Player::Bob));
        // Alice's score if Bob begins: no deal is known where beginning helps.
        assert!(score <= -second);
    }
}

#[test]
fn the_numbers_of_positions_and_paths() {
    let game = usual(sample(0));
    assert_eq!(game.size(), 2 * 25u64.pow(4));
    let holes = (0..game.size()).filter(|&rank| game.unrank(rank).is_none());
    assert_eq!(holes.count(), 2);
    // Alice lays the nine of diamonds (then Bob a nine of his two) or of
    // spades (then he may lay the ten as well).
    assert_eq!(perft(&game, &game.shown(), 1), Ok(2));
    assert_eq!(perft(&game, &game.shown(), 2), Ok(5));
}

#[test]
fn paths_are_those_of_the_reference() {
    for number in 0..SAMPLES.len() {
        let game = usual(sample(number));
        let reference = Size::USUAL.reference(sample(number));
        for player in Player::BOTH {
            let paths = perft(&game, &game.start_of(player), 7);
            assert_eq!(paths, Ok(reference.paths(0, player == Player::Alice, 7)));
        }
    }
}

#[test]
fn a_pass_is_forced_and_only_then() {
    let deck = Deck::new("CD", "89T", "9").unwrap();
    let alice = deck.parse_deal("8C TC 8D/9C 9D TD").unwrap();
    let game = Nine::new(deck, alice);
    let names = |p: &Position| {
        let mut names = Vec::new();
        let Ok(_) = game.expand(p, |step| {
            names.push((game.write_move(p, &step.by), game.write(&step.to)));
            MORE
        });
        names
    };
    let said = |pairs: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = |s: &str| s.to_owned();
        pairs.iter().map(|(a, b)| (owned(a), owned(b))).collect()
    };
    let start = game.start().unwrap();
    assert_eq!(names(&start), said(&[("pass", "C:- D:- Bob")]));
    let bob = game.parse("C:- D:- Bob").unwrap();
    let nines = [("9C", "C:9-9 D:- Alice"), ("9D", "C:- D:9-9 Alice")];
    assert_eq!(names(&bob), said(&nines));
    let open = game.parse("C:9-9 D:- Alice").unwrap();
    let cards = [("8C", "C:8-9 D:- Bob"), ("TC", "C:9-T D:- Bob")];
    assert_eq!(names(&open), said(&cards));
}

#[test]
fn who_is_out_has_won() {
    let deck = Deck::new("CD", "89T", "9").unwrap();
    let alice = deck.parse_deal("9C TC/8C 8D 9D TD").unwrap();
    let game = Nine::new(deck, alice);
    let decided = |text| {
        let p = game.parse(text).unwrap();
        (game.decided(&p).unwrap(), game.score(&p))
    };
    let win = Some(Value::now(Wdl::Win));
    let loss = Some(Value::now(Wdl::Loss));
    assert_eq!(decided("C:9-T D:- Alice"), (win, 4));
    assert_eq!(decided("C:9-T D:- Bob"), (loss, -4));
    assert_eq!(decided("C:8-T D:8-9 Bob"), (loss, -1));
    assert_eq!(decided("C:8-9 D:9-T Alice").0, None);
    assert_eq!(decided("C:8-9 D:8-T Alice"), (loss, -1));
}

#[test]
fn parameters_make_the_game() {
    let make = |pairs: &[(&str, &str)]| {
        let set = Settings::new(Nine::INFO, pairs.iter().copied())?;
        Nine::with(&set)
    };
    assert_eq!(make(&[]), Ok(usual(sample(0))));
    let small = [("suits", "C"), ("ranks", "89T"), ("deal", "8C/9C TC")];
    let deck = Deck::new("C", "89T", "9").unwrap();
    let alice = deck.parse_deal("8C/9C TC").unwrap();
    assert_eq!(make(&small), Ok(Nine::new(deck, alice)));
    let refused = |pairs| match make(pairs) {
        Err(SettingError::Value { name, .. }) => name,
        other => panic!("{other:?}"),
    };
    assert_eq!(refused(&[("opening", "5")]), "opening");
    assert_eq!(refused(&[("ranks", "6677")]), "ranks");
    assert_eq!(refused(&[("suits", "C"), ("deal", "8C/9C TC")]), "deal");
}

#[test]
fn another_deck_without_a_deal_is_dealt_in_turn() {
    let pairs = [("suits", "CD"), ("ranks", "89T")];
    let set = Settings::new(Nine::INFO, pairs).unwrap();
    let game = Nine::with(&set).unwrap();
    let deal = "8C TC 9D/9C 8D TD";
    assert_eq!(game.deck().write_deal(game.dealt(Player::Alice)), deal);
    let shown = game.settings(&set);
    assert!(shown.contains(&("deal", deal.to_owned())), "{shown:?}");
}
