//! The rules, through the traits, against the reference.

use std::collections::HashMap;

use kibitz_game::{
    CONTINUE, CatalogueGame, Game, Indexed, Notation, Scored, SettingError, Settings, Value, Wdl,
    perft,
};
use kibitz_games::nine::{Cards, Deck, Nine, Player, Position};

use crate::nine::support::{Random, SAMPLES, Size, sample};

/// Value and score of every position, by one sweep in increasing rank.
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
        let Ok(decided) = game.static_value(p);
        if let Some(value) = decided {
            return (value, game.score(p));
        }
        let mut best: Option<(Value, i64)> = None;
        let Ok(_) = game.expand(p, |step| {
            let (value, score) = values[game.rank(&step.to) as usize];
            let (value, score) = (value.backed_up(step.turn), -score);
            best = Some(best.map_or((value, score), |b| (b.0.max(value), b.1.max(score))));
            CONTINUE
        });
        best.expect("a legal move")
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
fn samples_are_solved_by_the_rules_alone() {
    for (number, (_, answer)) in SAMPLES.iter().enumerate() {
        let solved = Solved::new(usual(sample(number)));
        let (value, score) = solved.at(&solved.game.default_position());
        assert_eq!(value.wdl() == Wdl::Win, *answer == "Alice\n");
        assert_eq!(
            score > 0,
            value.wdl() == Wdl::Win,
            "the score must have the sign of the value"
        );
        let (_, second) = solved.at(&solved.game.start_of(Player::Bob));
        // Alice's score if Bob begins: no deal is known in which moving first
        // helps.
        assert!(score <= -second);
    }
}

#[test]
fn position_and_perft_counts() {
    let game = usual(sample(0));
    assert_eq!(game.size(), 2 * 25u64.pow(4));
    let holes = (0..game.size()).filter(|&rank| game.unrank(rank).is_none());
    assert_eq!(holes.count(), 2);
    // Alice lays the nine of diamonds (then Bob one of his two nines) or of
    // spades (then he may lay the ten as well).
    assert_eq!(perft(&game, &game.default_position(), 1), Ok(2));
    assert_eq!(perft(&game, &game.default_position(), 2), Ok(5));
}

#[test]
fn perft_matches_the_reference() {
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
fn pass_is_legal_only_if_forced() {
    let deck = Deck::new("CD", "89T", "9").unwrap();
    let alice = deck.parse_deal("8C TC 8D/9C 9D TD").unwrap();
    let game = Nine::new(deck, alice);
    let names = |p: &Position| {
        let mut names = Vec::new();
        let Ok(_) = game.expand(p, |step| {
            names.push((game.write_move(p, &step.by), game.write(&step.to)));
            CONTINUE
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
fn player_without_cards_has_won() {
    let deck = Deck::new("CD", "89T", "9").unwrap();
    let alice = deck.parse_deal("9C TC/8C 8D 9D TD").unwrap();
    let game = Nine::new(deck, alice);
    let decided = |text| {
        let p = game.parse(text).unwrap();
        (game.static_value(&p).unwrap(), game.score(&p))
    };
    let win = Some(Value::terminal(Wdl::Win));
    let loss = Some(Value::terminal(Wdl::Loss));
    assert_eq!(decided("C:9-T D:- Alice"), (win, 4));
    assert_eq!(decided("C:9-T D:- Bob"), (loss, -4));
    assert_eq!(decided("C:8-T D:8-9 Bob"), (loss, -1));
    assert_eq!(decided("C:8-9 D:9-T Alice").0, None);
    assert_eq!(decided("C:8-9 D:8-T Alice"), (loss, -1));
}

#[test]
fn parameters_define_the_game() {
    let make = |pairs: &[(&str, &str)]| {
        let set = Settings::new(Nine::INFO, pairs.iter().copied())?;
        Nine::with(&set)
    };
    assert_eq!(make(&[]), Ok(usual(sample(0))));
    let small = [("suits", "C"), ("ranks", "89T"), ("deal", "8C/9C TC")];
    let deck = Deck::new("C", "89T", "9").unwrap();
    let alice = deck.parse_deal("8C/9C TC").unwrap();
    assert_eq!(make(&small), Ok(Nine::new(deck, alice)));
    let rejected = |pairs| match make(pairs) {
        Err(SettingError::Value { name, .. }) => name,
        other => panic!("{other:?}"),
    };
    assert_eq!(rejected(&[("opening", "5")]), "opening");
    assert_eq!(rejected(&[("ranks", "6677")]), "ranks");
    assert_eq!(rejected(&[("suits", "C"), ("deal", "8C/9C TC")]), "deal");
}

#[test]
fn deck_without_a_deal_is_dealt_alternately() {
    let pairs = [("suits", "CD"), ("ranks", "89T")];
    let set = Settings::new(Nine::INFO, pairs).unwrap();
    let game = Nine::with(&set).unwrap();
    let deal = "8C TC 9D/9C 8D TD";
    assert_eq!(game.deck().write_deal(game.dealt(Player::Alice)), deal);
    let shown = game.settings(&set);
    assert!(shown.contains(&("deal", deal.to_owned())), "{shown:?}");
}
