//! Progress reports of the engines: increasing, and ending at the number that the stage's result
//! implies.

use std::sync::{Arc, Mutex};

use kibitz_game::{BitParallelGame, Game, Indexed, Progress, RunContext, Value};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_games::numbers::Numbers;
use kibitz_solve::{bitparallel, retrograde};

/// One stage: its name, its total, and every reported number.
type Stage = (String, Option<u64>, Vec<u64>);

#[derive(Default)]
struct Stages(Mutex<Vec<Stage>>);

impl Progress for Stages {
    fn begin(&self, stage: &str, total: Option<u64>) {
        let stage = (stage.to_owned(), total, Vec::new());
        self.0.lock().unwrap().push(stage);
    }

    fn advance_to(&self, done: u64) {
        let mut stages = self.0.lock().unwrap();
        stages.last_mut().unwrap().2.push(done);
    }

    fn end(&self) {}
}

/// Runs work on one thread, so that reports come in order; returns them. Every stage reports a
/// number above zero, and none above its total.
fn reported(work: impl FnOnce(&RunContext)) -> Vec<Stage> {
    let stages = Arc::new(Stages::default());
    let context = RunContext::new().threads(1);
    work(&context.report_to(Arc::clone(&stages) as Arc<dyn Progress>));
    let stages = std::mem::take(&mut *stages.0.lock().unwrap());
    for (name, total, figures) in &stages {
        assert!(figures.is_sorted(), "{name}: {figures:?}");
        let last = *figures.last().unwrap_or(&0);
        assert!(last > 0, "{name} stays at 0");
        assert!(total.is_none_or(|total| last <= total), "{name}: {last}");
    }
    stages
}

fn named<'a>(stages: &'a [Stage], name: &str) -> &'a Stage {
    stages.iter().find(|stage| stage.0 == name).unwrap()
}

fn game() -> Dobutsu {
    Dobutsu::new(Try::Safe, &[Small::Elephant, Small::Giraffe])
}

#[test]
fn retrograde_analysis_reports_solved_positions() {
    let mut counts = [0; 2];
    let stages = reported(|context| {
        let game = Numbers::new(11, 5).unwrap();
        let table = retrograde::solve(&game, context).unwrap();
        let values = (0..game.size()).filter_map(|rank| table.get(rank));
        for value in values {
            counts[usize::from(value == Value::Draw)] += 1;
        }
    });
    let (_, total, figures) = named(&stages, "counting moves");
    // One report for each shard, and more than one shard.
    assert!(figures.len() > 1);
    assert_eq!(figures.last().copied(), *total);
    let (_, total, figures) = named(&stages, "retrograde analysis");
    let [solved, draws] = counts;
    assert!(solved > 0 && draws > 0);
    assert_eq!(*total, Some(solved + draws));
    assert_eq!(figures.last(), Some(&solved));
    // Not only at its end.
    assert!(figures.iter().filter(|done| **done < solved).count() > 9);
}

#[test]
fn bitparallel_stages_report_their_totals() {
    let game = game();
    let mut inner = 0;
    let stages = reported(|context| {
        let solved = bitparallel::solve(&game, context).unwrap();
        let start = game.address(&game.start().unwrap());
        let reached = bitparallel::reach(&game, start, context).unwrap();
        let positions = (0..game.inner()).map(|bundle| {
            let all = reached.lanes(&game, bundle);
            u64::from(
                all.and(game.lane_symmetry(bundle).canonical_lanes())
                    .count(),
            )
        });
        inner = positions.sum();
        solved.count_values(&game, &reached, context).unwrap();
    });
    for name in ["listing moves", "counting positions"] {
        let (_, total, figures) = named(&stages, name);
        assert!(figures.len() > 1, "{name}");
        assert_eq!(figures.last().copied(), *total, "{name}");
    }
    let (.., figures) = named(&stages, "reachability");
    assert!(figures.len() > 1);
    assert_eq!(figures.last(), Some(&inner));
}
