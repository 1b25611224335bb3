//! How to play from a position: a command, and an address on the page.

use std::io::Read;

use flate2::Compression;
use flate2::read::DeflateEncoder;
use serde::Serialize;

/// A command and an address.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Replay {
    /// The command.
    pub(super) command: String,
    /// The fragment of the page's address, for `kibitz serve`.
    pub(super) page: String,
}

/// The name of all rule files in an address, which contains the file itself.
const RULES: &str = "rules";

impl Replay {
    /// For a position of a built-in game, or of a rule file with this path and text.
    pub(super) fn new(
        game: &str,
        rules: Option<&str>,
        set: &[(String, String)],
        position: &str,
        mover: Option<&str>,
    ) -> Replay {
        let mut command = format!("kibitz play {}", quoted(game));
        let mut fields = Vec::new();
        for (name, value) in set {
            command += &format!(" --set {}", quoted(&format!("{name}={value}")));
            fields.push(format!("set.{}={}", encoded(name), encoded(value)));
        }
        command += &format!(" --at {}", quoted(position));
        fields.push(format!("p={}", encoded(position)));
        if mover == Some("Bob") {
            fields.push("first=Bob".to_owned());
        }
        if let Some(rules) = rules {
            fields.push(format!("r={}", packed(rules)));
        }
        let game = if rules.is_some() { RULES } else { game };
        let page = format!("#/{game}?{}", fields.join("&"));
        Replay { command, page }
    }
}

/// A text as the page has it in its address: deflated, in URL-safe base64.
fn packed(text: &str) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut deflated = Vec::new();
    let mut reader = DeflateEncoder::new(text.as_bytes(), Compression::best());
    // Reading from memory does not fail.
    let _ = reader.read_to_end(&mut deflated);
    let mut digits = String::new();
    for bytes in deflated.chunks(3) {
        let number = (0..3).fold(0, |number, place| {
            number << 8 | bytes.get(place).map_or(0, |byte| usize::from(*byte))
        });
        for digit in 0..=bytes.len() {
            digits.push(DIGITS[number >> (18 - 6 * digit) & 63].into());
        }
    }
    digits
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "=/.,_:+-".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// A value as in the page's address (`URLSearchParams`).
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b' ' => encoded.push('+'),
            b'*' | b'-' | b'.' | b'_' => encoded.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => encoded.push(byte.into()),
            _ => encoded += &format!("%{byte:02X}"),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_and_address_name_the_position() {
        let set = [("k".to_owned(), "2".to_owned())];
        let replay = Replay::new("piles", None, &set, "1 1/2 1", None);
        assert_eq!(replay.command, "kibitz play piles --set k=2 --at '1 1/2 1'");
        assert_eq!(replay.page, "#/piles?set.k=2&p=1+1%2F2+1");
        let replay = Replay::new("numbers", None, &[], "11/23", Some("Bob"));
        assert_eq!(replay.command, "kibitz play numbers --at 11/23");
        assert_eq!(replay.page, "#/numbers?p=11%2F23&first=Bob");
    }

    /// Of all lengths modulo 3, and with the digits beyond letters and numbers.
    #[test]
    fn the_address_of_a_rule_file_contains_it() {
        let long: String = (0..2_000u32).map(|n| (n * n % 911).to_string()).collect();
        for text in ["", "a", "ab", "n = 1\n", "abc?ÿ¿>", &long] {
            let replay = Replay::new("my games/a.py", Some(text), &[], "n=1", None);
            let command = "kibitz play 'my games/a.py' --at n=1";
            assert_eq!(replay.command, command);
            let digits = replay.page.strip_prefix("#/rules?p=n%3D1&r=").unwrap();
            assert_eq!(unpacked(digits), text);
        }
    }

    /// The inverse of [`packed`], bit by bit.
    fn unpacked(digits: &str) -> String {
        let value = |digit: u8| match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            other => panic!("digit {other}"),
        };
        let bits = digits
            .bytes()
            .flat_map(|digit| (0..6).rev().map(move |bit| value(digit) >> bit & 1));
        let bits: Vec<u8> = bits.collect();
        let bytes = bits.chunks_exact(8);
        let bytes: Vec<u8> = bytes
            .map(|byte| byte.iter().fold(0, |number, bit| number << 1 | bit))
            .collect();
        let mut text = String::new();
        flate2::read::DeflateDecoder::new(bytes.as_slice())
            .read_to_string(&mut text)
            .unwrap();
        text
    }
}
