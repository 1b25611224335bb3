//! Quoted strings.

/// A string in quotes, as `repr` writes it.
pub(crate) fn quoted(text: &str) -> String {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    let mut out = String::from(quote);
    for letter in text.chars() {
        match letter {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            _ if letter == quote => {
                out.push('\\');
                out.push(letter);
            }
            ' '..='~' => out.push(letter),
            _ if is_printable(letter) => out.push(letter),
            '\0'..='\u{ff}' => out.push_str(&format!("\\x{:02x}", u32::from(letter))),
            '\u{100}'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", u32::from(letter))),
            _ => out.push_str(&format!("\\U{:08x}", u32::from(letter))),
        }
    }
    out.push(quote);
    out
}

/// Rust and Python escape the same categories of characters. (Rust makes an
/// exception for combining marks at the beginning of a string, hence the `a`.)
fn is_printable(letter: char) -> bool {
    let text: String = ['a', letter].iter().collect();
    text.escape_debug().nth(1) == Some(letter)
}
