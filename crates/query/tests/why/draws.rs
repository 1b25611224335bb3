//! Draws: the cycle or tie, and the losing deviations.

use kibitz_bruteforce::Random;

use super::{Table, check_counts, list, rounds, text, texts, why};

/// Checks the explanation of a draw; returns its kind.
fn check(table: &mut Table, position: &str) -> Option<&'static str> {
    let analysis = table.analyse(position);
    if analysis.value != "draw" || analysis.moves.is_empty() {
        return None;
    }
    let reason = why(&analysis).clone();
    let facts = &reason.facts;
    check_counts(&facts["moves"], &analysis);
    let lead = texts(&facts["lead"]);
    let cycle = texts(&facts["cycle"]);
    let leaving = list(&facts["leaving"]);
    assert_eq!(leaving.len(), lead.len() + cycle.len());

    let mut at = analysis.position.clone();
    let mut cycle_start = None;
    for (i, (by, way)) in lead.iter().chain(&cycle).zip(leaving).enumerate() {
        if i == lead.len() {
            cycle_start = Some(at.clone());
        }
        let here = table.analyse(&at);
        assert_eq!(here.value, "draw", "{at}");
        assert_eq!(text(&way["position"]), at);
        assert_eq!(text(&way["move"]), *by);
        assert_eq!(
            text(&way["side"]),
            if i % 2 == 0 { "mover" } else { "opponent" }
        );
        check_counts(&way["moves"], &here);
        assert_eq!(way["moves"]["win"], 0, "a draw has no winning move");
        let lost = here.moves.iter().find(|m| m.value == "loss");
        match lost {
            None => assert!(way["best_loss"].is_null()),
            Some(lost) => {
                assert_eq!(text(&way["best_loss"]["move"]), lost.by);
                assert_eq!(
                    way["best_loss"]["plies"].as_u64(),
                    lost.plies.map(u64::from)
                );
                let longest = here.moves.iter().filter(|m| m.value == "loss");
                assert_eq!(lost.plies, longest.filter_map(|m| m.plies).max());
            }
        }
        at = table.play(&at, by);
    }
    if cycle.is_empty() {
        assert_eq!(reason.kind, "tie");
        assert!(table.analyse(&at).moves.is_empty(), "{at}");
    } else {
        assert_eq!(reason.kind, "cycle");
        assert_eq!(
            cycle_start.as_deref(),
            Some(at.as_str()),
            "the cycle closes"
        );
    }
    Some(reason.kind)
}

#[test]
fn draws_of_numbers_are_cycles() {
    let mut table = Table::new("numbers", &[]);
    let mut random = Random(33);
    let mut draws = 0;
    for _ in 0..rounds(150) {
        let hand = |random: &mut Random| -> String {
            let zeros = random.roll(8);
            let card = |i| match i < zeros {
                true => '0',
                false => char::from(b'1' + random.roll(4) as u8),
            };
            (0..8).map(card).collect()
        };
        let position = format!("{}/{}", hand(&mut random), hand(&mut random));
        draws += usize::from(check(&mut table, &position) == Some("cycle"));
    }
    assert!(draws > 10, "only {draws} draws were tried");
}

#[test]
fn draws_of_cyclic_boxes_are_cycles() {
    let mut table = Table::new("boxes", &[("moves", "2>1,1>2,3>1")]);
    let mut draws = 0;
    for a in 0..4 {
        for b in 0..4 {
            for c in 0..3 {
                draws += usize::from(check(&mut table, &format!("{a} {b} {c}")).is_some());
            }
        }
    }
    assert!(draws > 10, "only {draws} draws were tried");
}

#[test]
fn draws_of_tictactoe_are_ties() {
    for play in ["normal", "misere"] {
        let mut table = Table::new("tictactoe", &[("play", play)]);
        let mut open = vec![".../.../...".to_owned()];
        let mut random = Random(38);
        let mut ties = 0;
        while let Some(at) = open.pop() {
            ties += usize::from(check(&mut table, &at) == Some("tie"));
            let moves = table.analyse(&at).moves;
            let some = moves.into_iter().filter(|_| random.roll(3) == 0);
            open.extend(some.map(|m| m.position));
        }
        assert!(ties > 0, "no tie was tried");
    }
}
