//! The contest games as rule files against the built-in ones: the same
//! result at every position of the built-in domain, and the same distance and
//! Grundy value if both have them.

mod boxes;
mod contests;
mod generated;
mod marbles;
mod nine;
mod numbers;
mod piles;
mod scored;
mod tables;

use std::path::Path;

use kibitz_game::RunContext;
use kibitz_query::RequestedFields;
use kibitz_query::{Evaluation, GameSource, Session};
use kibitz_rules::fault::Limits;

/// An example with some parameters set.
fn example(name: &str, set: &[(&str, &str)]) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.py"));
    let source = GameSource::new(path.to_str().unwrap(), Limits::default()).unwrap();
    source.open(set.iter().copied()).unwrap()
}

/// The evaluations of positions, which must all be valid.
fn evaluations(session: &Session, texts: &Vec<String>) -> Vec<Evaluation> {
    let wanted = RequestedFields {
        plies: true,
        grundy: true,
        visits: false,
    };
    let report = session
        .evaluate_batch(texts, wanted, &RunContext::new())
        .unwrap();
    if let Some(problem) = report.problem {
        panic!("{problem}");
    }
    report.evaluations.into_iter().map(Option::unwrap).collect()
}

/// Compares pairs of positions, the built-in game's first.
fn compare(built_in: &Session, file: &Session, pairs: &[(String, String)]) {
    let own: Vec<String> = pairs.iter().map(|(own, _)| own.clone()).collect();
    let other: Vec<String> = pairs.iter().map(|(_, other)| other.clone()).collect();
    let own = evaluations(built_in, &own);
    let other = evaluations(file, &other);
    for ((pair, own), other) in pairs.iter().zip(&own).zip(&other) {
        assert_eq!(own.wdl, other.wdl, "{pair:?}");
        if let (Some(own), Some(other)) = (own.plies, other.plies) {
            assert_eq!(own, other, "{pair:?}");
        }
        if let (Some(own), Some(other)) = (own.grundy, other.grundy) {
            assert_eq!(own, other, "{pair:?}");
        }
    }
}
