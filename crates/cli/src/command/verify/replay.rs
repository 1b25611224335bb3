//! How to play from a position: a command, and an address on the page.

use serde::Serialize;

/// A command and an address.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Replay {
    /// The command.
    pub(super) command: String,
    /// The fragment of the page's address, for `kibitz serve`.
    pub(super) page: String,
}

impl Replay {
    pub(super) fn new(
        game: &str,
        set: &[(String, String)],
        position: &str,
        mover: Option<&str>,
    ) -> Replay {
        let mut command = format!("kibitz play {game}");
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
        let page = format!("#/{game}?{}", fields.join("&"));
        Replay { command, page }
    }
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
        let replay = Replay::new("piles", &set, "1 1/2 1", None);
        assert_eq!(replay.command, "kibitz play piles --set k=2 --at '1 1/2 1'");
        assert_eq!(replay.page, "#/piles?set.k=2&p=1+1%2F2+1");
        let replay = Replay::new("numbers", &[], "11/23", Some("Bob"));
        assert_eq!(replay.command, "kibitz play numbers --at 11/23");
        assert_eq!(replay.page, "#/numbers?p=11%2F23&first=Bob");
    }
}
