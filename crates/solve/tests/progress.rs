//! What engines report while they work: figures that rise, and end where the
//! stage's own result says they must.

use std::sync::{Arc, Mutex};

use kibitz_game::{Bundled, Game, Indexed, Progress, Value, Watch};
use kibitz_games::dobutsu::{Dobutsu, Small, Try};
use kibitz_games::numbers::Numbers;
use kibitz_solve::{lanes, retrograde};

/// One stage: its name, its total, and every figure that was reported.
type Stage = (String, Option<u64>, Vec<u64>);

#[derive(Default)]
struct Stages(Mutex<Vec<Stage>>);

impl Progress for Stages {
    fn begin(&self, stage: &str, total: Option<u64>) {
        let stage = (stage.to_owned(), total, Vec::new());
        self.0.lock().unwrap().push(stage);
    }

    fn reach(&self, done: u64) {
        let mut stages = self.0.lock().unwrap();
        stages.last_mut().unwrap().2.push(done);
    }

    fn end(&self) {}
}

/// Runs work in one thread, so that figures come in order; gives what was
/// reported. Every stage has a figure above zero, and none is above its total.
fn reported(work: impl FnOnce(&Watch)) -> Vec<Stage> {
    let stages = Arc::new(Stages::default());
    let watch = Watch::new().threads(1);
    work(&watch.report_to(Arc::clone(&stages) as Arc<dyn Progress>));
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
fn retrograde_analysis_reports_what_it_has_settled() {
    let mut counts = [0; 2];
    let stages = reported(|watch| {
        let game = Numbers::new(11, 5).unwrap();
        let table = retrograde::solve(&game, watch).unwrap();
        let values = (0..game.size()).filter_map(|rank| table.get(rank));
        for value in values {
            counts[usize::from(value == Value::Draw)] += 1;
        }
    });
    let (_, total, figures) = named(&stages, "counting moves");
    // One figure for each shard, and more than one shard.
    assert!(figures.len() > 1);
    assert_eq!(figures.last().copied(), *total);
    let (_, total, figures) = named(&stages, "settling positions");
    let [settled, draws] = counts;
    assert!(settled > 0 && draws > 0);
    assert_eq!(*total, Some(settled + draws));
    assert_eq!(figures.last(), Some(&settled));
    // Not only at its end.
    assert!(figures.iter().filter(|done| **done < settled).count() > 9);
}

#[test]
fn bundles_report_what_they_have_done() {
    let game = game();
    let mut inner = 0;
    let stages = reported(|watch| {
        let solved = lanes::solve(&game, watch).unwrap();
        let start = game.address(&game.start().unwrap());
        let reached = lanes::reach(&game, start, watch).unwrap();
        let positions = (0..game.inner()).map(|bundle| {
            let all = reached.lanes(&game, bundle);
            u64::from(all.and(game.alike(bundle).counted()).count())
        });
        inner = positions.sum();
        solved.census(&game, &reached, watch).unwrap();
    });
    for name in ["listing moves", "counting"] {
        let (_, total, figures) = named(&stages, name);
        assert!(figures.len() > 1, "{name}");
        assert_eq!(figures.last().copied(), *total, "{name}");
    }
    let (.., figures) = named(&stages, "finding what can be reached");
    assert!(figures.len() > 1);
    assert_eq!(figures.last(), Some(&inner));
}
