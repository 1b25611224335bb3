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
    deep_copies: [[[1, 2, 3], [4, 5, 6], [7, 8, 9]], [[1, 2], [3]], [[], [1, 2, 3], [5]], [], [[7]]], "from copy import deepcopy\nTABLE = [[1, 2], [3]]\n",
        "new = deepcopy(board)\nnew[n][0] += 10\nyield new, n\nyield board, new[0][0]",
        "same = [board[n]] * 3\nnew = deepcopy(same)\nnew[0].append(n)\nyield new, len(board[n])\nyield board, len(new[2])",
        "twice = [board, board]\nnew = deepcopy(twice)\nnew[n][0] = []\nyield new[0], len(board[0])\nyield new[1], n\nyield board, n",
        "pairs = [(row, None if len(row) == 1 else row) for row in board]\nnew = deepcopy(pairs)\nnew[n][0].append(5)\nyield [b for a, b in new if b is not None], n\nyield [a for a, b in new], n\nyield board, n",
        "grid = deepcopy(TABLE)\ngrid[n][0] = 8\nyield grid, TABLE[n][0]";
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
    lists_made_in_loops: ["abca", "ab", "", "bbbbbbbb", "a"], "def changed(text, i):\n    letters = list(text)\n    letters[i] = \"x\"\n    return letters\n",
        "for i in range(len(board) + n % 3):\n    new = list(board)\n    new[i] = \"b\"\n    new[i - 1], new[0] = \"c\", new[i]\n    yield \"\".join(new), n",
        "last = list(board)\nfor i in range(n):\n    new = list(board)\n    last[0] = \"y\"\n    new[i] = \"z\"\n    yield \"\".join(last), i\n    last = new\nyield \"\".join(last), n",
        "for i in range(n + 2):\n    new = list(board)\n    other = new\n    other[i] = \"c\"\n    yield \"\".join(new), i",
        "kept = []\nfor i in range(n + 2):\n    new = list(board)\n    kept.append(new)\n    new[i] = \"c\"\nfor row in kept:\n    row[0] = \"-\"\n    yield \"\".join(row), len(kept)",
        "grid = [list(board)]\nfor i in range(n + 2):\n    grid[0][i] = \"c\"\n    copy = [row[:] for row in grid]\n    copy[0][-1] = \"d\"\n    copy[0] = grid[0]\n    copy[0][i] = \"e\"\n    yield \"\".join(grid[0]), i",
        "for i in range(len(board)):\n    yield \"\".join(changed(board, i)), n\n    yield \"\".join(changed(board, n)), i",
        "k = 0\nwhile k < n:\n    row = [0, k, n]\n    row[k % 3] += 5\n    k += 1\n    total = sum(row)\n    row.append(total)\n    yield board, row[-1] + len(row)",
        "rows = [[n, 1], [2, 3]]\nfor i in range(n + 1):\n    new = [[0, 0], [i, n]]\n    new[i % 2] = rows[0]\n    new[i % 2][1] += 1\n    yield board, rows[0][1] + new[1][0]";
    optional_cells: [[null, 1, null], [null, null, null], [0, 1, 2], [null], [], [1, null]], "",
        "for i, cell in enumerate(board):\n    if cell is None:\n        yield board[:i] + [n] + board[i + 1:], i",
        "board[n] = None\nyield board, sum(1 for c in board if c is not None)\nyield board, board.count(None)",
        "yield board, 1 if None in board else 0";
    optional_strings: [["a", null, "bc"], [null, null, "x"], ["", "ab", "abcd"], [null], []], "",
        "board[n] = None if board[n] else \"new\"\nyield board, n",
        "yield [c for c in board if c is not None], n\nyield board, 1 if board[0] == \"a\" else 2\nyield board, 1 if \"x\" in board else 2";
}
