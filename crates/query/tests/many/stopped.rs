//! What was found until the work was stopped is kept.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kibitz_game::{Progress, Watch};
use kibitz_query::{Axis, Choice, Conditions, QueryError, TableQuestion, Wanted, find, open};

/// Cancels when so many stages have ended.
struct After {
    left: AtomicU64,
    watch: Watch,
}

impl Progress for After {
    fn begin(&self, _: &str, _: Option<u64>) {}

    fn reach(&self, _: u64) {}

    fn end(&self) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.watch.cancel();
        }
    }
}

fn stopped_after(stages: u64) -> Watch {
    let watch = Watch::new();
    let after = After {
        left: AtomicU64::new(stages),
        watch: watch.clone(),
    };
    watch.report_to(Arc::new(after))
}

#[test]
fn positions_that_were_found_are_handed_over() {
    let game = open("tictactoe", []).unwrap();
    let conditions = Conditions::parse("value=loss").unwrap();
    let all = game.find(&game.shown(), &conditions, usize::MAX, &Watch::new());
    let all = all.unwrap();
    assert_eq!(all.looked_at, None);
    // One that has nothing solved yet.
    let game = open("tictactoe", []).unwrap();
    let mut found = None;
    let ended = game.find_each(
        &game.shown(),
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
fn cells_that_were_filled_in_are_shown() {
    let axes = [Axis::parse("rows=1..4").unwrap()];
    let question = TableQuestion {
        game: &Choice::Listed(find("marbles").unwrap()),
        set: &[("cols".to_owned(), "2".to_owned())],
        axes: &axes,
        at: None,
        wanted: Wanted::default(),
    };
    let whole = question.answer(&Watch::new()).unwrap();
    assert_eq!(whole.stopped, None);
    let mut partial = 0;
    for stages in 1..20 {
        let Ok(table) = question.answer(&stopped_after(stages)) else {
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
