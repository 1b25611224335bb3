//! nine: the line is replayed with the cards of both hands, and every pass,
//! blocker and forced card is checked.

use std::collections::BTreeSet;

use kibitz_bruteforce::Random;
use kibitz_query::Analysis;

use super::{Table, list, number, rounds, text, texts, why};

const RANKS: &str = "6789TJQKA";
const SUITS: &str = "CDSH";

type Hand = BTreeSet<String>;

/// The two hands, the cards on the table, and the mover (0 for Alice).
#[derive(Clone)]
struct Play {
    hands: [Hand; 2],
    laid: Hand,
    mover: usize,
}

const NAMES: [&str; 2] = ["Alice", "Bob"];

fn rank(card: &str) -> i32 {
    RANKS.find(&card[..1]).unwrap() as i32
}

/// The card of the same suit that must be laid before.
fn before(card: &str) -> Option<String> {
    let nine = rank("9C");
    let step = (nine - rank(card)).signum();
    let next = (rank(card) + step) as usize;
    (step != 0).then(|| format!("{}{}", &RANKS[next..=next], &card[1..]))
}

impl Play {
    fn playable(&self, player: usize) -> Hand {
        let fits = |card: &&String| before(card).is_none_or(|first| self.laid.contains(&first));
        self.hands[player].iter().filter(fits).cloned().collect()
    }

    /// For every card in hand the first card that must still be laid before it
    /// can be played, or the card itself.
    fn waits_for(&self, player: usize) -> Hand {
        let way = |card: &String| {
            let mut first = card.clone();
            while let Some(next) = before(&first).filter(|next| !self.laid.contains(next)) {
                first = next;
            }
            first
        };
        self.hands[player].iter().map(way).collect()
    }

    fn lay(&mut self, card: &str) {
        assert!(self.playable(self.mover).contains(card), "{card}");
        self.hands[self.mover].remove(card);
        self.laid.insert(card.to_owned());
        self.mover = 1 - self.mover;
    }
}

/// A pass or a forced card of the line.
#[derive(Debug, PartialEq)]
struct Event {
    ply: u64,
    player: String,
    card: Option<String>,
    cards: Hand,
}

fn check(analysis: &Analysis, mut play: Play) {
    let reason = why(analysis);
    assert_eq!(reason.kind, "squeeze");
    let facts = &reason.facts;
    let line = texts(&facts["line"]);
    assert_eq!(line.len() as u32, analysis.plies.unwrap());
    assert_eq!(facts["score"].as_i64(), analysis.score);
    assert_eq!(facts["importance"].as_u64(), analysis.importance);
    assert_eq!(facts["first_move_gain"].as_i64(), analysis.first_move_gain);

    let mut passes = Vec::new();
    let mut forced = Vec::new();
    for (i, by) in line.iter().enumerate() {
        let (ply, mover) = (i as u64 + 1, play.mover);
        let playable = play.playable(mover);
        let event = |card: Option<&str>, cards| Event {
            ply,
            player: NAMES[mover].to_owned(),
            card: card.map(str::to_owned),
            cards,
        };
        if *by == "pass" {
            assert!(playable.is_empty(), "ply {ply}: a pass must be forced");
            passes.push(event(None, play.waits_for(mover)));
            play.mover = 1 - mover;
            continue;
        }
        let theirs = play.playable(1 - mover);
        play.lay(by);
        let opened: Hand = &play.playable(1 - mover) - &theirs;
        if playable.len() == 1 && !opened.is_empty() && !play.hands[mover].is_empty() {
            forced.push(event(Some(by), opened));
        }
    }
    let out = (0..2).find(|p| play.hands[*p].is_empty()).unwrap();
    assert_eq!(text(&facts["winner"]), NAMES[out]);
    assert_eq!(events(analysis, "passes", "behind"), passes);
    assert_eq!(events(analysis, "forced", "opens"), forced);
    check_squeeze(analysis, &passes, &line);
}

fn events(analysis: &Analysis, field: &str, cards: &str) -> Vec<Event> {
    let events = list(&why(analysis).facts[field]).iter();
    events
        .map(|event| Event {
            ply: number(&event["ply"]),
            player: text(&event["player"]).to_owned(),
            card: event.get("card").map(|card| text(card).to_owned()),
            cards: texts(&event[cards])
                .into_iter()
                .map(str::to_owned)
                .collect(),
        })
        .collect()
}

/// No other card blocks a player more often than the one named.
fn check_squeeze(analysis: &Analysis, passes: &[Event], line: &[&str]) {
    let squeezed = &why(analysis).facts["squeezed"];
    assert_eq!(squeezed.is_null(), passes.is_empty());
    if squeezed.is_null() {
        return;
    }
    let plies = |player: &str, card: &str| -> Vec<u64> {
        let own = passes
            .iter()
            .filter(|p| p.player == player && p.cards.contains(card));
        own.map(|p| p.ply).collect()
    };
    let (player, card) = (text(&squeezed["player"]), text(&squeezed["card"]));
    let own = plies(player, card);
    assert_eq!(super::numbers(&squeezed["passes"]), own);
    assert_ne!(text(&squeezed["holder"]), player);
    for pass in passes {
        for other in &pass.cards {
            assert!(plies(&pass.player, other).len() <= own.len());
        }
    }
    let laid = line.iter().position(|by| *by == card);
    assert_eq!(squeezed["laid"].as_u64(), laid.map(|i| i as u64 + 1));
    assert!(why(analysis).text.contains(card));
}

#[test]
fn lines_of_random_deals_are_explained() {
    let mut random = Random(37);
    let mut passes = 0;
    for _ in 0..rounds(12) {
        let cards = SUITS
            .chars()
            .flat_map(|s| RANKS.chars().map(move |r| format!("{r}{s}")));
        let mut cards: Vec<String> = cards.collect();
        random.shuffle(&mut cards);
        let (alice, bob) = cards.split_at(18);
        let deal = format!("{}/{}", alice.join(" "), bob.join(" "));
        let mut table = Table::new("nine", &[("deal", &deal)]);
        let play = Play {
            hands: [alice, bob].map(|hand| hand.iter().cloned().collect()),
            laid: Hand::new(),
            mover: 0,
        };
        let analysis = table.analyse("C:- D:- S:- H:- Alice");
        passes += list(&why(&analysis).facts["passes"]).len();
        check(&analysis, play.clone());
        // After some random moves.
        let mut play = play;
        let mut at = analysis;
        for _ in 0..random.roll(12) {
            let by = random.pick(&at.moves);
            match by.by.as_str() {
                "pass" => play.mover = 1 - play.mover,
                card => play.lay(card),
            }
            at = table.analyse(&by.position);
        }
        check(&at, play);
    }
    assert!(passes > 0, "no line had a pass");
}
