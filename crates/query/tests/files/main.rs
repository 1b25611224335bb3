//! The five games as rule files against the built-in ones: the same value, and
//! plies where both have them, at every position of the built-in domain.

mod boxes;
mod marbles;
mod nine;
mod numbers;
mod piles;

use std::path::Path;

use kibitz_game::Watch;
use kibitz_query::Wanted;
use kibitz_query::{Choice, Session, Verdict};
use kibitz_rules::fault::Limits;

/// An example with some parameters set.
fn example(name: &str, set: &[(&str, &str)]) -> Session {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/{name}.py"));
    let choice = Choice::new(path.to_str().unwrap(), Limits::default()).unwrap();
    choice.open(set.iter().copied()).unwrap()
}

/// The verdicts on positions that must all be some.
fn verdicts(session: &Session, texts: &Vec<String>) -> Vec<Verdict> {
    let wanted = Wanted {
        plies: true,
        grundy: true,
        visits: false,
    };
    let survey = session.survey(texts, wanted, &Watch::new()).unwrap();
    if let Some(problem) = survey.problem {
        panic!("{problem}");
    }
    survey.verdicts.into_iter().map(Option::unwrap).collect()
}

/// Compares pairs of positions, the built-in game's first.
fn compare(built_in: &Session, file: &Session, pairs: &[(String, String)]) {
    let own: Vec<String> = pairs.iter().map(|(own, _)| own.clone()).collect();
    let other: Vec<String> = pairs.iter().map(|(_, other)| other.clone()).collect();
    let own = verdicts(built_in, &own);
    let other = verdicts(file, &other);
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
