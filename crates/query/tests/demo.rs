//! The main line with its pictures: each step is the best move of a question.

use kibitz_game::Watch;
use kibitz_query::{Limits, quick_games};

#[test]
fn every_step_is_the_first_move_of_a_question() {
    for (entry, game) in quick_games() {
        let name = entry.info.name;
        let watch = Watch::new();
        let demo = game.demo(&game.shown(), &watch).unwrap();
        let answer = game.ask(&game.shown(), Limits::default(), &watch).unwrap();
        assert_eq!(demo.is_line_cut, answer.is_line_cut, "{name}");
        let line: Vec<&str> = answer.line.iter().map(|step| step.by.as_str()).collect();
        let moves: Vec<&str> = demo.steps.iter().map(|step| step.by.as_str()).collect();
        assert_eq!(moves, line, "{name}");
        let scenes = std::iter::once(&demo.start).chain(demo.steps.iter().map(|step| &step.to));
        for (scene, step) in scenes
            .zip(demo.steps.iter().map(Some).chain([None]))
            .take(40)
        {
            let told = game
                .ask(&scene.position, Limits::default(), &watch)
                .unwrap();
            let sight = game.look(&scene.position, 0).unwrap();
            assert_eq!(
                (scene.value, scene.plies),
                (told.value, told.plies),
                "{name}"
            );
            assert_eq!(scene.mover, sight.mover, "{name}");
            assert_eq!(
                scene.result,
                sight.result.map(kibitz_game::Wdl::name),
                "{name}"
            );
            assert_eq!(scene.view, game.view(&scene.position).unwrap(), "{name}");
            if let Some(step) = step {
                assert_eq!(told.moves[0].by, step.by, "{name} {}", scene.position);
                assert_eq!(told.moves[0].position, step.to.position, "{name}");
            }
        }
        if !demo.is_line_cut {
            let last = demo.steps.last().map_or(&demo.start, |step| &step.to);
            assert!(last.result.is_some(), "{name}");
        }
    }
}

#[test]
fn a_line_of_long_positions_is_cut() {
    let game = kibitz_query::open("nim", []).unwrap();
    let heaps = vec!["1"; 400].join(" ");
    let demo = game.demo(&heaps, &Watch::new()).unwrap();
    assert!(demo.is_line_cut);
    let text: usize = demo.steps.iter().map(|step| step.to.position.len()).sum();
    assert!(text <= 1 << 18, "{text}");
}
