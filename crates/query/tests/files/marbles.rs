//! marbles.py.

use crate::files::{compare, example};

/// The board of `rows` by `cols` with these cells filled, in both notations.
fn board(cells: u64, rows: u64, cols: u64) -> (String, String) {
    let cell = |i: u64| if cells >> i & 1 == 1 { '*' } else { '.' };
    let row = |r: u64| -> String { (0..cols).map(|c| cell(r * cols + c)).collect() };
    let text: Vec<String> = (0..rows).map(row).collect();
    (text.join("/"), format!("cells={cells}"))
}

#[test]
fn every_board_agrees() {
    for (rows, cols, run) in [(4, 4, 3), (3, 4, 3), (2, 5, 2), (3, 3, 1)] {
        let texts = [rows, cols, run].map(|n: u64| n.to_string());
        let set = [
            ("rows", &*texts[0]),
            ("cols", &*texts[1]),
            ("run", &*texts[2]),
        ];
        let built_in = kibitz_query::open("marbles", set).unwrap();
        let boards = (0..1 << (rows * cols)).map(|cells| board(cells, rows, cols));
        compare(
            &built_in,
            &example("marbles", &set),
            &boards.collect::<Vec<_>>(),
        );
    }
}
