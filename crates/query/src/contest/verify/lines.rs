//! The lines that a program writes.
//!
//! What contest judges forgive is forgiven here: white space at the end of a
//! line, blank lines at the end, and a last line without an end.

/// So much of a line is quoted.
const LONGEST_QUOTE: usize = 80;

/// The lines of an output, without what is forgiven.
pub(super) fn lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = output.trim_ascii_end();
    let lines = text
        .split(|byte| *byte == b'\n')
        .map(<[u8]>::trim_ascii_end);
    // Of nothing there is still one line.
    lines.take(if text.is_empty() { 0 } else { usize::MAX })
}

/// Something that a program wrote, fit for a terminal.
pub(super) fn shown(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let mut shown: String = text
        .chars()
        .take(LONGEST_QUOTE)
        .map(|c| if c.is_control() { '·' } else { c })
        .collect();
    if text.chars().count() > LONGEST_QUOTE {
        shown.push('…');
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_judges_forgive_is_forgiven() {
        let all = |text: &'static str| lines(text.as_bytes()).collect::<Vec<_>>();
        let plain: [&[u8]; 2] = [b"a", b"b c"];
        for text in ["a\nb c\n", "a\nb c", "a \r\nb c\t\r\n\r\n \n"] {
            assert_eq!(all(text), plain);
        }
        assert_eq!(all("\na"), [&b""[..], b"a"], "a blank line before is not");
        assert!(all("").is_empty() && all(" \n\n").is_empty());
    }

    #[test]
    fn what_does_not_show_is_shown() {
        assert_eq!(shown(b"a\x1b[2J\xff"), "a·[2J\u{fffd}");
        assert_eq!(shown(&[b'x'; 100]).chars().count(), 81);
    }
}
