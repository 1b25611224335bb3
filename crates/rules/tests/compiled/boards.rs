//! Positions with nested lists and strings: what is a list, which lengths vary,
//! and names that share a list.

use serde_json::{Value as Json, json};

use super::cpython::compare_cases;
use crate::interpret::cpython::Case;

/// Compares a generator `steps(board, n)` at several boards, of which the first
/// are those of `start()`. The board is in a tuple, because the script for
/// CPython knows lists of fixed length only.
fn compare(name: &str, starts: usize, boards: &Json, head: &str, body: &str) {
    let boards = boards.as_array().expect("boards");
    let starts = boards[..starts].iter().map(|board| {
        let text = board.to_string().replace("null", "None");
        let text = text.replace("true", "True").replace("false", "False");
        format!("    yield ({text},), 0\n")
    });
    let starts: String = starts.collect();
    let body = body.replace('\n', "\n    ");
    let source = format!(
        "{head}\ndef start():\n{starts}\ndef steps(board, n):\n    {body}\n\n\
         def moves(wrapped, n):\n    for board, k in steps(wrapped[0], n):\n        yield (board,), k\n"
    );
    let calls = boards.iter().flat_map(|board| {
        (-4..5).map(move |n| ("moves".to_owned(), vec![json!([board]), json!(n)]))
    });
    compare_cases(&[Case {
        name: format!("{name}, {starts}:\n{source}"),
        source,
        calls: calls.collect(),
    }]);
}

/// The same with the lengths of the first board only, and with varying lengths.
fn compare_both(name: &str, boards: &Json, head: &str, body: &str) {
    compare(name, 1, boards, head, body);
    compare(
        name,
        boards.as_array().expect("boards").len(),
        boards,
        head,
        body,
    );
}

macro_rules! boards {
    ($($name:ident: $boards:tt, $head:expr, $($body:expr),*;)*) => {
        $(#[test]
        fn $name() {
            for body in [$($body),*] {
                compare_both(stringify!($name), &json!($boards), $head, body);
            }
        })*
    };
}

boards! {
    lists_of_lists: [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2], [3]], [[], [1, 2, 3], [5]], [], [[7]]], "",
        "yield board, n\nboard[n][0] = 5\nyield board, n",
        "for r in range(len(board)):\n    for c in range(len(board[r])):\n        if board[r][c] > n:\n            board[r][c] -= 1\n            yield board, board[r][c]\n            board[r][c] += 1",
        "new = [row[:] for row in board]\nnew[n][-1] = 0\nyield board, new[n][0]\nyield new, n",
        "row = board[n]\nrow[0] = 50\nyield board, row[-1]\nboard[0] = row\nboard[0][0] = 60\nyield board, row[0]",
        "other = board\nother.append([n])\nyield board[1:], len(other)\nother.pop(0)\nyield board, 1",
        "yield [list(row) for row in zip(*board)], n",
        "yield [row for row in board if row], sum(sum(row) for row in board)\nyield sorted(board), max(len(row) for row in board)",
        "board[n].append(1)\nyield [row[1:] for row in board], n\nboard[n].clear()\nyield board, n",
        "a, b, c = board\nb[1] = n\nyield [c, a, b], n\nyield board, 1 if [4, n, 6] in board else 2",
        "for row in board:\n    row.reverse()\n    yield board, len(row)";
    rows_of_rows: [[[true, false], [false, true]], [[true, true], [false, false]], [[true]], []], "",
        "yield board, sum(sum(row) for row in board)\nyield board[::-1], board[n][0]",
        "yield [[not c for c in row] for row in board], n";
    strings: [["bbb", "...", "www"], ["bb.", ".b.", "w.w"], ["", "bw", "."], ["b"], [], ["äöü", "x", ""]], "",
        "yield board, n\nboard[n] = \"x\" + board[n][1:]\nyield board, n",
        "for r, row in enumerate(board):\n    for c, cell in enumerate(row):\n        if cell == \"b\":\n            grid = [list(line) for line in board]\n            grid[r][c] = \".\"\n            yield [\"\".join(line) for line in grid], n",
        "yield [row[::-1] for row in reversed(board)], n\nyield board[:n], n",
        "yield sorted(board), n\nyield board, board.count(\"b\")\nyield board, \"www\" in board",
        "yield [row.replace(\"b\", \"w\") for row in board], sum(row.count(\"w\") for row in board)",
        "flat = \"/\".join(board)\nyield flat.split(\"/\"), len(flat)",
        "yield board, 1 if board[0] < board[1] else 2\nyield [max(board), min(board)], n",
        "columns = [\"\".join(column) for column in zip(*board)]\nyield columns, len(columns)",
        "a, b, c = board\nyield [c, b, a], n\nx, y, z = a\nyield [z + y + x], ord(x)",
        "seen = []\nfor row in board:\n    if row not in seen:\n        seen.append(row)\nyield seen, len(seen)";
    optional_cells: [[null, 1, null], [null, null, null], [0, 1, 2], [null], [], [1, null]], "",
        "for i, cell in enumerate(board):\n    if cell is None:\n        yield board[:i] + [n] + board[i + 1:], i",
        "board[n] = None\nyield board, sum(1 for c in board if c is not None)\nyield board, board.count(None)",
        "yield board, 1 if None in board else 0";
    optional_strings: [["a", null, "bc"], [null, null, "x"], ["", "ab", "abcd"], [null], []], "",
        "board[n] = None if board[n] else \"new\"\nyield board, n",
        "yield [c for c in board if c is not None], n\nyield board, 1 if board[0] == \"a\" else 2\nyield board, 1 if \"x\" in board else 2";
}
