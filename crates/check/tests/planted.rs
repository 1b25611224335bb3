//! Tables with wrong entries: every single wrong entry is found.

use kibitz_check::{CheckError, Problem, Verdict, check, check_components, check_scored};
use kibitz_game::{ByIndex, Grundy, Indexed, Plies, RunContext, Value, Wdl};
use kibitz_games::calendar::Calendar;
use kibitz_games::chess::Ending;
use kibitz_games::nine::Nine;
use kibitz_games::quixo::Quixo;
use kibitz_games::tictactoe::TicTacToe;
use kibitz_solve::{acyclic, retrograde};
use kibitz_tablebase::Entry;

use crate::support::{Entries, open, others, table, table_with_grundy, table_with_scores};

fn verdict<G: Indexed>(game: &G, entries: &[Option<Entry>]) -> Verdict<G::Pos> {
    let context = RunContext::new().threads(2);
    check(game, &ByIndex, &table(entries), &context).unwrap()
}

fn tictactoe() -> (TicTacToe, Entries) {
    let game = open::<TicTacToe>(&[]);
    let table = acyclic::sweep(&game, &RunContext::new()).unwrap();
    let entries = (0..game.size()).map(|rank| table.get(rank).map(Entry::from));
    let entries = entries.collect();
    (game, entries)
}

fn quixo() -> (Quixo, Entries) {
    let game = open::<Quixo>(&[("n", "3")]);
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let entries = (0..game.size()).map(|rank| table.get(rank).map(Entry::from));
    let entries = entries.collect();
    (game, entries)
}

#[test]
fn correct_tables_are_accepted() {
    let (game, entries) = tictactoe();
    let Verdict::Correct(counts) = verdict(&game, &entries) else {
        panic!("correct");
    };
    let count = |wdl| entries.iter().flatten().filter(|e| e.wdl() == wdl).count() as u64;
    assert_eq!(
        (counts.win, counts.draw, counts.loss),
        (count(Wdl::Win), count(Wdl::Draw), count(Wdl::Loss))
    );
    let longest = entries.iter().flatten().filter_map(|e| e.plies()).max();
    assert_eq!(counts.longest, longest);
    assert_eq!(counts.positions() + counts.holes, game.size());
    let (game, entries) = quixo();
    assert!(matches!(verdict(&game, &entries), Verdict::Correct(_)));
    let game = Ending::KQK;
    let table = retrograde::solve(&game, &RunContext::new()).unwrap();
    let entries: Entries = (0..game.size())
        .map(|r| table.get(r).map(Entry::from))
        .collect();
    assert!(matches!(verdict(&game, &entries), Verdict::Correct(_)));
}

/// The first wrong number is the planted one or a predecessor of it.
fn every_plant_is_found<G: Indexed>(game: &G, entries: &[Option<Entry>], step: usize) {
    let mut entries = entries.to_vec();
    for number in (0..entries.len()).step_by(step) {
        let right = entries[number];
        for wrong in others(right) {
            entries[number] = wrong;
            let Verdict::Wrong(found) = verdict(game, &entries) else {
                panic!("{wrong:?} instead of {right:?} at {number} is not found");
            };
            let mut is_near = found.number == number as u64;
            if let Some(p) = &found.position
                && !is_near
            {
                let _ = game.expand(p, |step| {
                    is_near |= game.rank(&step.to) == number as u64;
                    kibitz_game::CONTINUE
                });
            }
            assert!(is_near, "planted at {number}, found {found:?}");
            let text = found.problem.describe(|p| format!("{p:?}"));
            assert!(!text.is_empty());
        }
        entries[number] = right;
    }
}

#[test]
fn wrong_entries_of_a_game_without_cycles_are_found() {
    let (game, entries) = tictactoe();
    every_plant_is_found(&game, &entries, entries.len() / 60);
}

#[test]
fn wrong_entries_of_a_game_with_cycles_are_found() {
    let (game, entries) = quixo();
    every_plant_is_found(&game, &entries, entries.len() / 60);
}

/// A cycle of moves whose positions are called won and lost by turns: each result is implied by the
/// next one, so only the distances show that neither player wins.
#[test]
fn a_win_that_goes_in_circles_is_found() {
    let (game, mut entries) = quixo();
    for entry in &mut entries {
        *entry = entry.map(|entry| Entry::from(entry.wdl()));
    }
    let Verdict::Wrong(found) = verdict(&game, &entries) else {
        panic!("results alone prove nothing in a game with cycles");
    };
    assert!(matches!(found.problem, Problem::Unordered(_)), "{found:?}");
}

#[test]
fn results_alone_are_accepted_if_moves_lower_the_number() {
    let (game, mut entries) = tictactoe();
    for entry in &mut entries {
        *entry = entry.map(|entry| Entry::from(entry.wdl()));
    }
    assert!(matches!(verdict(&game, &entries), Verdict::Correct(_)));
    let won = |entry: &Option<Entry>| entry.is_some_and(|entry| entry.wdl() == Wdl::Win);
    let number = entries.iter().rposition(won).unwrap();
    entries[number] = Some(Wdl::Loss.into());
    assert!(matches!(verdict(&game, &entries), Verdict::Wrong(_)));
    // One distance among results proves nothing.
    entries[number] = Some(Value::Win(Plies::new(1)).into());
    assert!(matches!(verdict(&game, &entries), Verdict::Wrong(_)));
}

#[test]
fn a_table_of_another_size_is_refused() {
    let (game, mut entries) = tictactoe();
    entries.pop();
    let checked = check(&game, &ByIndex, &table(&entries), &RunContext::new());
    assert!(matches!(checked, Err(CheckError::Size { .. })));
}

/// Without memory for the decoded values the file is probed; with any number of threads the verdict
/// is the same.
#[test]
fn verdicts_depend_on_neither_memory_nor_threads() {
    let (game, mut entries) = quixo();
    for plant in [None, Some(entries.len() / 2)] {
        if let Some(plant) = plant {
            entries[plant] = others(entries[plant]).pop().unwrap();
        }
        let table = table(&entries);
        let contexts = [
            RunContext::new().threads(1),
            RunContext::new().threads(3),
            RunContext::new().threads(2).memory(1),
        ];
        let verdicts = contexts.map(|context| check(&game, &ByIndex, &table, &context).unwrap());
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]));
        assert_eq!(plant.is_some(), matches!(verdicts[0], Verdict::Wrong(_)));
    }
}

/// Every wrong Grundy value is found.
#[test]
fn wrong_grundy_values_are_found() {
    let game = open::<Calendar>(&[]);
    let context = RunContext::new();
    let (values, grundy) = (
        acyclic::sweep(&game, &context).unwrap(),
        acyclic::sweep_grundy(&game, &context).unwrap(),
    );
    let size = game.size();
    let entries: Entries = (0..size).map(|r| values.get(r).map(Entry::from)).collect();
    let right: Vec<Option<Grundy>> = (0..size)
        .map(|rank| values.get(rank).map(|_| grundy.get(rank)))
        .collect();
    let verdict = |grundy: &[Option<Grundy>]| {
        let table = table_with_grundy(&entries, grundy);
        check(&game, &ByIndex, &table, &context).unwrap()
    };
    assert!(matches!(verdict(&right), Verdict::Correct(_)));
    for number in (0..right.len()).step_by(right.len() / 20) {
        let wrongs = [
            None,
            Some(Grundy::new(0)),
            Some(Grundy::new(1)),
            Some(Grundy::new(5)),
        ];
        for wrong in wrongs.into_iter().filter(|wrong| *wrong != right[number]) {
            let mut grundy = right.clone();
            grundy[number] = wrong;
            let Verdict::Wrong(found) = verdict(&grundy) else {
                panic!("{wrong:?} at {number} is not found");
            };
            assert!(matches!(found.problem, Problem::Grundy { .. }), "{found:?}");
        }
    }
}

/// Every wrong score is found, at the position or one that leads to it.
#[test]
fn wrong_scores_are_found() {
    let game = open::<Nine>(&[("suits", "CD"), ("ranks", "789T")]);
    let context = RunContext::new();
    let all = || (0..game.size()).filter_map(|rank| game.unrank(rank));
    let values = acyclic::dfs(&game, all(), &context).unwrap();
    let scores = acyclic::scores(&game, all(), &context).unwrap();
    let size = game.size();
    let entries: Entries = (0..size).map(|r| values.get(r).map(Entry::from)).collect();
    let right: Vec<Option<i64>> = (0..size).map(|rank| scores.get(rank)).collect();
    let verdict = |scores: &[Option<i64>]| {
        let table = table_with_scores(&entries, scores);
        check_scored(&game, &ByIndex, &table, &context).unwrap()
    };
    assert!(matches!(verdict(&right), Verdict::Correct(_)));
    for number in 0..right.len() {
        let near = right[number].unwrap_or_default();
        let wrongs = [
            Some(near - 1),
            Some(near),
            Some(near + 1),
            Some(-near),
            None,
        ];
        for wrong in wrongs.into_iter().filter(|wrong| *wrong != right[number]) {
            let mut scores = right.clone();
            scores[number] = wrong;
            let Verdict::Wrong(found) = verdict(&scores) else {
                panic!("{wrong:?} at {number} is not found");
            };
            // Numbers below it are right and do not depend on it.
            assert_eq!(found.number, number as u64, "{found:?}");
            let problem = Problem::Score {
                stored: wrong,
                implied: right[number],
            };
            assert_eq!(found.problem, problem);
        }
    }
    let without = check_scored(&game, &ByIndex, &table(&entries), &context).unwrap();
    let Verdict::Wrong(found) = without else {
        panic!("the scores are missing");
    };
    let text = found.problem.describe(|p| format!("{p:?}"));
    assert!(text.starts_with("stored with no score, but the rules imply score "));
}

/// Scores in a table of a game that has none are not ignored.
#[test]
fn scores_of_a_game_without_scores_are_found() {
    let (game, entries) = tictactoe();
    for number in [0, entries.len() / 2, entries.len() - 1] {
        let mut scores = vec![None; entries.len()];
        scores[number] = Some(1);
        let table = table_with_scores(&entries, &scores);
        let verdict = check(&game, &ByIndex, &table, &RunContext::new()).unwrap();
        let Verdict::Wrong(found) = verdict else {
            panic!("a score at {number} is not found");
        };
        assert_eq!(found.number, number as u64);
    }
}

/// Components whose values agree with those of their options, because each is an option of the
/// other: agreement proves nothing.
#[test]
fn a_cycle_of_components_is_found() {
    let values = [Wdl::Loss, Wdl::Win].map(|wdl| Some(Entry::from(wdl)));
    let table = table_with_grundy(&values, &[0, 1].map(|n| Some(Grundy::new(n))));
    let verdict = |options: [Vec<Vec<u64>>; 2]| {
        let of = || |number: u64| Ok(Ok(options[number as usize].clone()));
        check_components(&table, Ok(vec![1]), of, Some, &RunContext::new()).unwrap()
    };
    let Verdict::Wrong(found) = verdict([vec![vec![1]], vec![vec![0]]]) else {
        panic!("a cycle");
    };
    assert_eq!(found.problem, Problem::Cycle);
    // The same values without a cycle.
    let correct = verdict([vec![], vec![vec![0]]]);
    assert!(matches!(correct, Verdict::Correct(_)));
}
