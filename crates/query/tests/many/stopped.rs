//! A stopped run keeps its partial results.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{Progress, RunContext};
use kibitz_query::{
    Axis, Conditions, GameSource, ParameterTable, QueryError, RequestedFields, find, open,
};

/// Cancels after `left` stages have ended.
struct After {
    left: AtomicU64,
    context: RunContext,
}

impl Progress for After {
    fn begin(&self, _: &str, _: Option<u64>) {}

    fn advance_to(&self, _: u64) {}

    fn end(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.context.cancel();
        }
    }
}

fn stopped_after(stages: u64) -> RunContext {
    let context = RunContext::new();
    let after = After {
        left: AtomicU64::new(stages),
        context: context.clone(),
    };
    context.report_to(Arc::new(after))
}

#[test]
fn stopped_search_reports_positions_found() {
    let game = open("tictactoe", []).unwrap();
    let conditions = Conditions::parse("value=loss").unwrap();
    let all = game.find(
        &game.default_position(),
        &conditions,
        usize::MAX,
        &RunContext::new(),
    );
    let all = all.unwrap();
    assert_eq!(all.looked_at, None);
    // A new session, with an empty cache.
    let game = open("tictactoe", []).unwrap();
    let mut found = None;
    let ended = game.find_each(
        &game.default_position(),
        &conditions,
        usize::MAX,
        &mut found,
        &stopped_after(1),
    );
    assert!(matches!(ended, Err(QueryError::Stop(_))), "{ended:?}");
    let found = found.expect("some of the first boards are lost");
    assert_eq!(found.looked_at, Some(1024));
    assert!(0 < found.count && found.count < all.count);
    assert!(!found.notes.is_empty());
    let names = |found: &kibitz_query::Found| -> Vec<String> {
        found.positions.iter().map(|p| p.position.clone()).collect()
    };
    assert!(names(&all).starts_with(&names(&found)));
    assert_eq!(names(&found).len() as u64, found.count);
}

#[test]
fn stopped_table_keeps_computed_cells() {
    let axes = [Axis::parse("rows=1..4").unwrap()];
    let request = ParameterTable {
        game: &GameSource::BuiltIn(find("marbles").unwrap()),
        set: &[("cols".to_owned(), "2".to_owned())],
        axes: &axes,
        at: None,
        wanted: RequestedFields::default(),
        table: None,
    };
    let whole = request.answer(&RunContext::new()).unwrap();
    assert_eq!(whole.stopped, None);
    let mut partial = 0;
    for stages in 1..20 {
        let Ok(table) = request.answer(&stopped_after(stages)) else {
            continue;
        };
        let filled = table.cells.iter().flatten().count();
        assert_eq!(table.cells[..filled], whole.cells[..filled]);
        assert_eq!(table.stopped.is_some(), filled < whole.cells.len());
        partial += usize::from(table.stopped.is_some());
        assert_eq!(table.notes.len(), usize::from(table.stopped.is_some()));
    }
    assert!(partial >= 3, "{partial}");
}
