//! The check by bundles gives the verdicts of the check by positions.

use kibitz_check::{Verdict, check, check_lanes};
use kibitz_game::{ByLanes, Numbering, RunContext};
use kibitz_games::dobutsu::Dobutsu;
use kibitz_solve::bitparallel::BitParallelSolver;
use kibitz_solve::{RequestedFields, Scope, solve};

use crate::support::{Entries, open, others, table, table_with_scores};

fn solved(animals: &str) -> (Dobutsu, Entries) {
    let game = open::<Dobutsu>(&[("animals", animals)]);
    let context = RunContext::new();
    let fields = RequestedFields::ALL;
    let solution = solve(&BitParallelSolver, &game, &Scope::All, fields, &context).unwrap();
    let mut entries = Vec::new();
    let all = 0..ByLanes.size(&game);
    let filled = solution.entries(&game, &ByLanes, all, &context, &mut entries);
    filled.unwrap();
    (game, entries)
}

#[test]
fn both_checks_accept_correct_tables() {
    for animals in ["C", "E", "G"] {
        let (game, entries) = solved(animals);
        let (table, context) = (table(&entries), RunContext::new());
        let by_lanes = check_lanes(&game, &table, &context).unwrap();
        let Verdict::Correct(counts) = by_lanes else {
            panic!("{by_lanes:?}");
        };
        assert_eq!(counts.positions(), entries.iter().flatten().count() as u64);
        assert_eq!(by_lanes, check(&game, &ByLanes, &table, &context).unwrap());
        // Without memory for the decoded table.
        let context = RunContext::new().memory(1);
        assert_eq!(by_lanes, check_lanes(&game, &table, &context).unwrap());
    }
}

/// Numbers with and without a position, spread over the table, and all kinds of wrong entries.
#[test]
fn both_checks_find_the_same_wrong_entries() {
    let (game, mut entries) = solved("C");
    let context = RunContext::new().threads(2);
    let step = entries.len() / 6 + 1;
    for number in (0..entries.len()).step_by(step) {
        let right = entries[number];
        for wrong in others(right) {
            entries[number] = wrong;
            let table = table(&entries);
            let by_lanes = check_lanes(&game, &table, &context).unwrap();
            assert!(matches!(by_lanes, Verdict::Wrong(_)), "{number}: {wrong:?}");
            assert_eq!(by_lanes, check(&game, &ByLanes, &table, &context).unwrap());
        }
        entries[number] = right;
    }
}

/// Bundles have no scores, so a table with a score is checked by positions.
#[test]
fn scores_are_not_ignored() {
    let (game, entries) = solved("C");
    let mut scores = vec![None; entries.len()];
    let number = entries.iter().rposition(Option::is_some).unwrap();
    scores[number] = Some(3);
    let table = table_with_scores(&entries, &scores);
    let verdict = check_lanes(&game, &table, &RunContext::new()).unwrap();
    let Verdict::Wrong(found) = verdict else {
        panic!("the game has no scores");
    };
    assert_eq!(found.number, number as u64);
}
