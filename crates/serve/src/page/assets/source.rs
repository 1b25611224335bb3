//! Strips comments from modules, to reduce what a browser has to parse.

/// A line of a module that is not entirely a comment.
pub(super) struct Line<'a> {
    /// From 1.
    pub(super) number: usize,
    pub(super) text: &'a str,
    /// Whether it begins inside a template literal, so that nothing in it is a
    /// statement.
    pub(super) is_quoted: bool,
}

/// The lines of a module that are not comments; `None` if a comment or template
/// literal is unterminated. Every backquote is taken to open or close a
/// template literal.
pub(super) fn code(source: &str) -> Option<Vec<Line<'_>>> {
    let mut lines = Vec::new();
    let mut is_comment = false;
    let mut is_quoted = false;
    for (before, line) in source.lines().enumerate() {
        let text = line.trim();
        if is_comment {
            is_comment = !text.ends_with("*/");
            continue;
        }
        if !is_quoted {
            is_comment = text.starts_with("/*") && !text.contains("*/");
            let is_whole = text.starts_with("/*") && text.find("*/") == Some(text.len() - 2);
            if is_comment || is_whole || text.is_empty() || text.starts_with("//") {
                continue;
            }
        }
        lines.push(Line {
            number: before + 1,
            text: line,
            is_quoted,
        });
        is_quoted ^= line.matches('`').count() % 2 == 1;
    }
    (!is_quoted && !is_comment).then_some(lines)
}

/// Whether the byte at `at` is inside a comment within a line of code.
pub(super) fn is_comment(line: &str, at: usize) -> bool {
    let before = &line[..at];
    let opened = before.rfind("/*");
    opened.is_some_and(|opened| !before[opened..].contains("*/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_lines_are_stripped_and_code_is_kept() {
        let source =
            "/**\n * a\n\n * b */\nc // d\n  // e\n\n/** f */\n/** g */ (h)\n  /* i\n j\n  */\nk";
        let lines = code(source).unwrap();
        let texts: Vec<_> = lines.iter().map(|line| (line.number, line.text)).collect();
        assert_eq!(texts, [(5, "c // d"), (9, "/** g */ (h)"), (13, "k")]);
        assert!(is_comment("a /* b */ c /* d", 15));
        assert!(!is_comment("a /* b */ c", 10));
    }

    #[test]
    fn template_literals_are_kept_unchanged() {
        let lines = code("a(`b\n\n// c\n`);\n// `d`\n`e`").unwrap();
        let texts: Vec<_> = lines
            .iter()
            .map(|line| (line.text, line.is_quoted))
            .collect();
        let expected = [
            ("a(`b", false),
            ("", true),
            ("// c", true),
            ("`);", true),
            ("`e`", false),
        ];
        assert_eq!(texts, expected);
        assert!(code("a(`b").is_none() && code("/* a").is_none());
    }
}
