//! The lines of a program's output.
//!
//! As contest judges do, this ignores white space at the end of a line, blank
//! lines at the end, and a missing last line feed.

/// Maximum length of a quoted line.
const MAX_QUOTE_LEN: usize = 80;

/// The lines of an output, without trailing white space.
pub(super) fn lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = output.trim_ascii_end();
    let lines = text
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    // `split` yields one line for empty text.
    lines.take(if text.is_empty() { 0 } else { usize::MAX })
}

/// Program output made safe for a terminal.
pub(super) fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut shown: String = text
        .chars()
        .take(MAX_QUOTE_LEN)
        .map(|c| if c.is_control() { '·' } else { c })
        .collect();
    if text.chars().count() > MAX_QUOTE_LEN {
        shown.push('…');
    }
    shown
}
