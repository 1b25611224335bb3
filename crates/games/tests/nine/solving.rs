//! All solvers of the winner against the reference.

use kibitz_game::{RunContext, StopReason};
use kibitz_games::nine::{Bulk, Cards, Deck, Judge, Single, alice_wins, solve_one};

use crate::nine::support::{Random, SAMPLES, Size, half, sample};

/// The winners by all solvers, which must agree.
fn winners(deck: &Deck, deals: &[Cards]) -> Vec<bool> {
    let context = RunContext::new();
    let mut in_bulk = vec![false; deals.len()];
    Bulk::new(deck)
        .solve(deals, &mut in_bulk, &context)
        .unwrap();
    let mut single = Single::new(deck);
    for (&deal, &bulk) in deals.iter().zip(&in_bulk) {
        let one = single.solve(deal, &context).unwrap();
        assert_eq!(one, bulk, "{}", deck.write_deal(deal));
    }
    let mut judged = vec![false; deals.len()];
    let two = context.threads(2);
    alice_wins(deck, deals, &mut judged, &two).unwrap();
    assert_eq!(judged, in_bulk);
    in_bulk
}

#[test]
fn samples_are_solved() {
    let deals: Vec<_> = (0..5).map(sample).collect();
    let winners = winners(&Deck::default(), &deals);
    let expected = SAMPLES.map(|(_, answer)| answer == "Alice\n");
    assert_eq!(winners, expected);
}

#[test]
fn random_deals_of_small_decks_agree() {
    let mut random = Random(1);
    for size in Size::all(14) {
        let deck = size.deck();
        let deals: Vec<_> = (0..40)
            .map(|_| Cards::from_bits(random.bits()) & deck.cards())
            .collect();
        for (&deal, wins) in deals.iter().zip(winners(&deck, &deals)) {
            let expected = size.reference(deal).alice_wins();
            assert_eq!(wins, expected, "{size:?} {}", deck.write_deal(deal));
        }
    }
}

#[test]
fn all_deals_of_some_decks_agree() {
    for (suits, ranks, opening) in [(2, 4, 1), (3, 3, 1), (2, 5, 2), (1, 10, 4), (5, 2, 0)] {
        let size = Size {
            suits,
            ranks,
            opening,
        };
        let deck = size.deck();
        let deals: Vec<_> = (0..1 << deck.len()).map(Cards::from_bits).collect();
        for (&deal, wins) in deals.iter().zip(winners(&deck, &deals)) {
            assert_eq!(wins, size.reference(deal).alice_wins(), "{size:?} {deal:?}");
        }
    }
}

/// More open cards than in a deck of four suits.
#[test]
fn decks_of_many_suits_agree() {
    let mut random = Random(2);
    for (suits, ranks, opening) in [(5, 3, 1), (6, 3, 1), (7, 2, 1), (8, 2, 0)] {
        let size = Size {
            suits,
            ranks,
            opening,
        };
        let deck = size.deck();
        let deals: Vec<_> = (0..12).map(|_| half(&mut random, &deck)).collect();
        for (&deal, wins) in deals.iter().zip(winners(&deck, &deals)) {
            assert_eq!(wins, size.reference(deal).alice_wins(), "{size:?} {deal:?}");
        }
    }
}

#[test]
fn random_deals_of_the_default_deck_agree() {
    let deck = Deck::default();
    let mut random = Random(3);
    // More than one pass, the last one partially filled.
    let deals: Vec<_> = (0..300).map(|_| half(&mut random, &deck)).collect();
    let winners = winners(&deck, &deals);
    for (&deal, &wins) in deals.iter().zip(&winners).step_by(2) {
        let expected = Size::USUAL.reference(deal).alice_wins();
        assert_eq!(wins, expected, "{}", deck.write_deal(deal));
    }
    let alice = winners.iter().filter(|wins| **wins).count();
    assert!((90..160).contains(&alice), "about 41 % of 300, not {alice}");
}

/// A pass is not a loss: with the other rule some deals would have other
/// winners, although the samples might not.
#[test]
fn losing_on_a_pass_changes_winners() {
    let deck = Deck::default();
    let mut random = Random(3);
    let mut deals: Vec<_> = (0..100).map(|_| half(&mut random, &deck)).collect();
    let known = "7C 9C TC JC QC 9D TD KD AD 6S 7S 9S JS KS 6H 8H JH AH/\
                 6C 8C KC AC 6D 7D 8D JD QD 8S TS QS AS 7H 9H TH QH KH";
    deals.push(deck.parse_deal(known).unwrap());
    let solved = deals.iter().zip(winners(&deck, &deals));
    let wrong = solved.map(|(&deal, wins)| {
        let mut reference = Size::USUAL.reference(deal);
        assert_eq!(wins, reference.alice_wins());
        reference.no_move_loses = true;
        wins != reference.alice_wins()
    });
    let wrong: Vec<bool> = wrong.collect();
    assert_eq!(wrong.last(), Some(&true), "the known one");
    assert!(wrong.iter().filter(|w| **w).count() > 1);
}

#[test]
fn solvers_agree_on_52_cards() {
    let deck = Deck::new("CDSH", "A23456789TJQK", "7").unwrap();
    let mut random = Random(4);
    let deals: Vec<_> = (0..12).map(|_| half(&mut random, &deck)).collect();
    // No reference; the solvers are compared with each other.
    let winners = winners(&deck, &deals);
    assert!(winners.contains(&true) && winners.contains(&false));
}

#[test]
fn few_or_no_deals_are_solved() {
    let deck = Deck::default();
    let mut judge = Judge::new(&deck);
    for count in [0, 1, 2, 4, 5, 6] {
        let deals = vec![sample(1); count];
        let mut wins = vec![true; count];
        judge
            .alice_wins(&deals, &mut wins, &RunContext::new().threads(2))
            .unwrap();
        assert_eq!(wins, vec![false; count]);
    }
}

#[test]
fn context_cancels_and_limits_memory() {
    let deck = Deck::default();
    let deals = vec![sample(0); 600];
    let mut wins = vec![false; 600];
    let cancelled = RunContext::new().threads(2);
    cancelled.cancel();
    let stopped = alice_wins(&deck, &deals, &mut wins, &cancelled);
    assert_eq!(stopped, Err(StopReason::Cancelled));
    assert_eq!(
        solve_one(&deck, sample(0), &cancelled),
        Err(StopReason::Cancelled)
    );
    let poor = RunContext::new().memory(1000);
    let rejected = alice_wins(&deck, &deals, &mut wins, &poor);
    assert!(matches!(rejected, Err(StopReason::OutOfMemory { .. })));
    // Enough for one by one, not for bulk solving.
    let modest = RunContext::new().memory(Single::bytes(&deck));
    let mut few = [false; 20];
    alice_wins(&deck, &deals[..20], &mut few, &modest).unwrap();
    assert_eq!(few, [true; 20]);
}
