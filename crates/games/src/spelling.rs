//! Helpers for parsing moves.

use kibitz_game::parse_count;

/// A text without its spaces.
pub(crate) fn packed(text: &str) -> String {
    text.split_whitespace().collect()
}

/// A non-negative number, and nothing else.
pub(crate) fn number(word: &str) -> Option<u64> {
    parse_count(word, 0..word.len(), "a number").ok()
}

/// The item named by its number, from 1, and its index.
pub(crate) fn item<'a, T>(items: &'a [T], word: &str) -> Option<(usize, &'a T)> {
    let place = usize::try_from(number(word)?).ok()?;
    Some((place, items.get(place.checked_sub(1)?)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_rejects_other_text() {
        assert_eq!(number("0042"), Some(42));
        for word in ["", "-1", "+1", "1x", "٣", "9223372036854775808"] {
            assert_eq!(number(word), None, "{word}");
        }
    }

    #[test]
    fn items_are_numbered_from_one() {
        let items = ['a', 'b'];
        assert_eq!(item(&items, "2"), Some((2, &'b')));
        for word in ["0", "3", "-1", "b", ""] {
            assert_eq!(item(&items, word), None, "{word}");
        }
    }
}
