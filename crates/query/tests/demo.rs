//! The principal variation with views: each step is the best move of an
//! analysis.

use kibitz_game::RunContext;
use kibitz_query::{Limits, quick_games};

#[test]
fn every_step_is_the_first_move_of_an_analysis() {
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        let context = RunContext::new();
        let demo = game.demo(&game.default_position(), &context).unwrap();
        let analysis = game
            .analyse(&game.default_position(), Limits::default(), &context)
            .unwrap();
        assert_eq!(demo.is_line_cut, analysis.is_line_cut, "{name}");
        let line: Vec<&str> = analysis.line.iter().map(|step| step.by.as_str()).collect();
        let moves: Vec<&str> = demo.steps.iter().map(|step| step.by.as_str()).collect();
        assert_eq!(moves, line, "{name}");
        let snapshots = std::iter::once(&demo.start).chain(demo.steps.iter().map(|step| &step.to));
        for (snapshot, step) in snapshots
            .zip(demo.steps.iter().map(Some).chain([None]))
            .take(40)
        {
            let analysis = game
                .analyse(&snapshot.position, Limits::default(), &context)
                .unwrap();
            let info = game.inspect(&snapshot.position, 0).unwrap();
            assert_eq!(
                (snapshot.value, snapshot.plies),
                (analysis.value, analysis.plies),
                "{name}"
            );
            assert_eq!(snapshot.mover, info.mover, "{name}");
            assert_eq!(
                snapshot.result,
                info.result.map(kibitz_game::Wdl::name),
                "{name}"
            );
            assert_eq!(
                snapshot.view,
                game.view(&snapshot.position).unwrap(),
                "{name}"
            );
            if let Some(step) = step {
                assert_eq!(
                    analysis.moves[0].by, step.by,
                    "{name} {}",
                    snapshot.position
                );
                assert_eq!(analysis.moves[0].position, step.to.position, "{name}");
            }
        }
        if !demo.is_line_cut {
            let last = demo.steps.last().map_or(&demo.start, |step| &step.to);
            assert!(last.result.is_some(), "{name}");
        }
    }
}

#[test]
fn line_of_long_positions_is_truncated() {
    let game = kibitz_query::open("nim", []).unwrap();
    let heaps = vec!["1"; 400].join(" ");
    let demo = game.demo(&heaps, &RunContext::new()).unwrap();
    assert!(demo.is_line_cut);
    let text: usize = demo.steps.iter().map(|step| step.to.position.len()).sum();
    assert!(text <= 1 << 18, "{text}");
}
