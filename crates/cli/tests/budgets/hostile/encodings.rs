//! Encodings and characters: exactly what CPython accepts is accepted.

use super::case::{Case, Expected};

const PLAIN: &str =
    "def start():\n    yield 5\n\n\ndef moves(x):\n    if x > 0:\n        yield x - 1\n";

fn utf16(text: &str) -> Vec<u8> {
    let units = std::iter::once(0xfeff).chain(text.encode_utf16());
    units.flat_map(u16::to_le_bytes).collect()
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = [
        (
            "byte_order_mark",
            format!("\u{feff}{PLAIN}"),
            Expected::Solved,
        ),
        (
            "two_byte_order_marks",
            format!("\u{feff}\u{feff}{PLAIN}"),
            Expected::Refused(""),
        ),
        (
            "windows_lines",
            PLAIN.replace('\n', "\r\n"),
            Expected::Solved,
        ),
        ("old_lines", PLAIN.replace('\n', "\r"), Expected::Solved),
        ("form_feed", format!("\u{c}{PLAIN}"), Expected::Solved),
        ("tabs", PLAIN.replace("    ", "\t"), Expected::Solved),
        (
            "tabs_and_spaces",
            PLAIN.replace("        ", "\t"),
            Expected::Refused(""),
        ),
        (
            "no_last_line_end",
            PLAIN.trim_end().to_owned(),
            Expected::Solved,
        ),
        (
            "nul_in_code",
            PLAIN.replace("yield 5", "yield 5\0"),
            Expected::Refused(""),
        ),
        (
            "nul_in_a_comment",
            format!("# \0\n{PLAIN}"),
            Expected::Refused(""),
        ),
        (
            "nul_in_a_text",
            format!("{PLAIN}\nname = 'a\0b'\n"),
            Expected::Refused(""),
        ),
        (
            "control_characters",
            format!("# \u{1}\u{7}\u{8}\u{1b}[31m\n{PLAIN}"),
            Expected::Solved,
        ),
        (
            "end_of_file_sign",
            format!("{PLAIN}\u{1a}"),
            Expected::Refused(""),
        ),
        (
            "right_to_left",
            format!("# \u{202e}}}\u{2066}\n{PLAIN}"),
            Expected::Solved,
        ),
        (
            "zero_width_name",
            PLAIN.replace('x', "x\u{200b}"),
            Expected::Refused(""),
        ),
        ("greek_names", PLAIN.replace('x', "ξ"), Expected::Solved),
        ("chinese_names", PLAIN.replace('x', "剩"), Expected::Solved),
        (
            "line_separator",
            PLAIN.replace("5\n", "5\u{2028}\n"),
            Expected::Refused(""),
        ),
        (
            "no_break_space",
            PLAIN.replace("yield 5", "yield\u{a0}5"),
            Expected::Refused(""),
        ),
        (
            "curly_quotes",
            format!("{PLAIN}\nname = “a”\n"),
            Expected::Refused(""),
        ),
        (
            "fullwidth_digit",
            PLAIN.replace('5', "５"),
            Expected::Refused(""),
        ),
        (
            "emoji_in_a_text",
            format!("{PLAIN}\n\ndef show(x):\n    return '🎲' * x\n"),
            Expected::Solved,
        ),
        (
            "surrogate_in_a_text",
            format!("{PLAIN}\n\ndef show(x):\n    return '\\ud800'\n"),
            Expected::Refused(""),
        ),
        (
            "open_text",
            format!("{PLAIN}\nname = 'a\n"),
            Expected::Refused(""),
        ),
        (
            "open_long_text",
            format!("{PLAIN}\nname = '''a\n"),
            Expected::Refused(""),
        ),
        (
            "open_bracket",
            format!("{PLAIN}\nname = [1,\n"),
            Expected::Refused(""),
        ),
        (
            "closed_bracket",
            format!("{PLAIN}\nname = 1]\n"),
            Expected::Refused(""),
        ),
        (
            "last_backslash",
            format!("{PLAIN}\nname = 1 \\"),
            Expected::Refused(""),
        ),
        (
            "bad_escape",
            format!("{PLAIN}\nname = '\\x4'\n"),
            Expected::Refused(""),
        ),
        (
            "unknown_character_name",
            format!("{PLAIN}\nname = '\\N{{NO SUCH}}'\n"),
            Expected::Refused(""),
        ),
        ("empty", String::new(), Expected::Refused("start")),
        (
            "only_a_comment",
            "# nothing\n".to_owned(),
            Expected::Refused("start"),
        ),
        (
            "only_line_ends",
            "\n".repeat(50_000),
            Expected::Refused("start"),
        ),
        (
            "bad_indent",
            PLAIN
                .replace("        yield", "      yield")
                .replace("    if", "  if"),
            Expected::Solved,
        ),
        (
            "dedent_to_nowhere",
            format!("{PLAIN}      yield 1\n   yield 2\n"),
            Expected::Refused(""),
        ),
    ]
    .into_iter()
    .map(|(name, text, expected)| Case::file(name, text, expected))
    .collect();
    for (name, bytes) in [
        (
            "latin_1",
            PLAIN
                .replace('x', "\u{e9}")
                .chars()
                .map(|c| c as u8)
                .collect(),
        ),
        ("utf_16", utf16(PLAIN)),
        ("broken_utf_8", b"# \xff\xfe\xc0\x80\n".to_vec()),
        ("overlong_utf_8", b"# \xc0\xaf\xe0\x80\xaf\n".to_vec()),
        (
            "random_bytes",
            (0..5_000_u32).map(|n| ((n * n * 31) >> 5) as u8).collect(),
        ),
    ] {
        cases.push(Case::file(name, bytes, Expected::Refused("UTF-8")));
    }
    cases
}
