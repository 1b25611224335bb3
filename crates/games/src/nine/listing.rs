//! The catalogue entry.

use std::borrow::Cow;

use kibitz_game::{CatalogueGame, Info, Kind, Parameter, SettingError, Settings};

use super::{Cards, Deck, Nine, Player, Position};

/// The contest's first sample.
const FIRST_SAMPLE: &str = "\
JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC/\
KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H";

static INFO: Info<'static> = Info {
    name: "nine",
    aliases: &["cf1769d1", "1769d1", "девятка"],
    summary: "lay cards next to those on the table; the first player to lay all their cards wins",
    parameters: Cow::Borrowed(&[
        Parameter {
            name: "deal",
            kind: Kind::Text,
            default: "",
            meaning: "Alice's cards, `/`, Bob's cards: every card of the deck exactly once \
                      (default: the contest's first sample; another deck is dealt alternately)",
        },
        Parameter {
            name: "suits",
            kind: Kind::Text,
            default: "CDSH",
            meaning: "one letter per suit, at most 8",
        },
        Parameter {
            name: "ranks",
            kind: Kind::Text,
            default: "6789TJQKA",
            meaning: "one letter or digit per rank, from the lowest, at most 14",
        },
        Parameter {
            name: "opening",
            kind: Kind::Text,
            default: "9",
            meaning: "the rank that opens a suit",
        },
    ]),
    syntax: "the cards laid of each suit and the player to move, e.g. C:7-J D:- S:9-9 H:- Alice",
    fields: Cow::Borrowed(&[]),
    contest: Some("deals until the end, Alice's cards, then Bob's: JD 7S 9S …"),
};

fn deck(set: &Settings) -> Result<Deck, SettingError> {
    let deck = Deck::new(set.text("suits"), set.text("ranks"), set.text("opening"));
    deck.map_err(|e| set.wrong(e.parameter, e.problem))
}

impl CatalogueGame for Nine {
    const INFO: &'static Info<'static> = &INFO;

    fn with(set: &Settings) -> Result<Nine, SettingError> {
        let deck = deck(set)?;
        let alice = match set.text("deal") {
            "" if deck == Deck::default() => deck.parse_deal(FIRST_SAMPLE),
            "" => Ok(deck.dealt_in_turn()),
            deal => deck.parse_deal(deal),
        };
        let alice = alice.map_err(|e| set.wrong("deal", e))?;
        Ok(Nine::new(deck, alice))
    }

    /// The actual deal, also if none was set.
    fn settings(&self, set: &Settings) -> Vec<(&'static str, String)> {
        let deal = self.deck().write_deal(self.dealt(Player::Alice));
        let value = |name, text: &str| match name {
            "deal" => (name, deal.clone()),
            _ => (name, text.to_owned()),
        };
        set.iter().map(|(name, text)| value(name, text)).collect()
    }

    /// A uniformly random deal.
    fn random_parameter(
        set: &Settings,
        below: &mut dyn FnMut(u64) -> u64,
    ) -> Result<Option<(&'static str, String)>, SettingError> {
        let deck = deck(set)?;
        let [alices, _] = deck.halves();
        let mut alice = Cards::NONE;
        for (left, card) in (1..=deck.len()).rev().zip(deck.cards().iter()) {
            let due = alices - alice.len();
            if below(left as u64) < due as u64 {
                alice = alice.with(card);
            }
        }
        Ok(Some(("deal", deck.write_deal(alice))))
    }

    fn default_position(&self) -> Position {
        self.start_of(Player::Alice)
    }
}
