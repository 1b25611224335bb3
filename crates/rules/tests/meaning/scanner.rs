//! Which bytes of a file are code, strings and comments.

/// The role of a byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Outside strings and comments.
    Code,
    /// Inside the braces of an f-string.
    Field,
    /// In a string, or one of its quotes.
    Text,
    /// In a comment.
    Comment,
}

/// The role of every byte.
pub(crate) fn kinds(text: &str) -> Vec<Kind> {
    let mut scanner = Scanner {
        text: text.as_bytes(),
        kinds: Vec::new(),
    };
    scanner.code(Kind::Code);
    assert_eq!(scanner.kinds.len(), text.len());
    scanner.kinds
}

/// The words of a text (names, keywords and numbers) outside strings and
/// comments: their places. Prefixes of strings and attributes are no words.
pub(crate) fn words(text: &str) -> Vec<std::ops::Range<usize>> {
    let (bytes, kinds) = (text.as_bytes(), kinds(text));
    let is_part = |at: usize| {
        let is_code = matches!(kinds[at], Kind::Code | Kind::Field);
        is_code && (bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_')
    };
    let mut words = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let mut end = start;
        while end < bytes.len() && is_part(end) {
            end += 1;
        }
        let is_prefix = matches!(bytes.get(end), Some(b'"' | b'\''));
        let is_attribute = start > 0 && bytes[start - 1] == b'.';
        if end > start && !is_prefix && !is_attribute {
            words.push(start..end);
        }
        start = end + 1;
    }
    words
}

struct Scanner<'a> {
    text: &'a [u8],
    /// The roles of the bytes read so far.
    kinds: Vec<Kind>,
}

impl Scanner<'_> {
    fn starts_with(&self, word: &[u8]) -> bool {
        self.text[self.kinds.len()..].starts_with(word)
    }

    fn read(&mut self, count: usize, kind: Kind) {
        let end = (self.kinds.len() + count).min(self.text.len());
        self.kinds.resize(end, kind);
    }

    /// Code up to the end, or up to the brace that ends a field.
    fn code(&mut self, kind: Kind) {
        while self.kinds.len() < self.text.len() {
            match self.text[self.kinds.len()] {
                b'}' if kind == Kind::Field => return,
                b'#' if kind == Kind::Code => {
                    let rest = &self.text[self.kinds.len()..];
                    let end = rest.iter().position(|&byte| byte == b'\n');
                    self.read(end.unwrap_or(rest.len()), Kind::Comment);
                }
                b'"' | b'\'' => self.string(),
                _ => self.read(1, kind),
            }
        }
    }

    fn string(&mut self) {
        let before = &self.text[..self.kinds.len()];
        let letters = before.iter().rev();
        let prefix = letters.take_while(|byte| byte.is_ascii_alphabetic());
        let is_format = prefix.take(2).any(|byte| byte.eq_ignore_ascii_case(&b'f'));
        let quote = self.text[self.kinds.len()];
        let triple = [quote; 3];
        let quotes = match self.starts_with(&triple) {
            true => &triple[..],
            false => &triple[..1],
        };
        self.read(quotes.len(), Kind::Text);
        while !self.starts_with(quotes) {
            if self.starts_with(b"\\") || is_format && self.starts_with(b"{{") {
                self.read(2, Kind::Text);
            } else if is_format && self.starts_with(b"{") {
                self.read(1, Kind::Text);
                self.code(Kind::Field);
            } else {
                self.read(1, Kind::Text);
            }
        }
        self.read(quotes.len(), Kind::Text);
    }
}

#[test]
fn strings_and_comments_are_found() {
    let text = "a = f'{b}c{{d}}' + \"#\" # e\ng.h('''i'\n''')";
    let found: Vec<&str> = words(text).into_iter().map(|word| &text[word]).collect();
    assert_eq!(found, ["a", "b", "g"]);
    let kinds = kinds(text);
    let kind = |part: &str| kinds[text.find(part).unwrap()];
    assert_eq!(kind("b}"), Kind::Field);
    assert_eq!(kind("#\""), Kind::Text);
    assert_eq!(kind("# e"), Kind::Comment);
    assert_eq!(kind("i'"), Kind::Text);
    assert_eq!(kind("g.h"), Kind::Code);
}
