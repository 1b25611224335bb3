//! gzip, for clients that accept it.

use std::io::Write;

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Whether the client accepts gzip.
pub(crate) fn client_accepts_gzip(headers: &HeaderMap) -> bool {
    let encodings = headers.get_all(header::ACCEPT_ENCODING).iter();
    let words = encodings.filter_map(|value| value.to_str().ok());
    words.flat_map(|text| text.split(',')).any(accepts_gzip)
}

/// Whether one encoding of the list is gzip, and not excluded (`gzip;q=0`).
fn accepts_gzip(word: &str) -> bool {
    let mut parts = word.split(';').map(str::trim);
    let is_gzip = parts.next().is_some_and(|name| {
        name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip")
    });
    let is_excluded = |part: &str| {
        let weight = part.strip_prefix("q=").or(part.strip_prefix("Q="));
        weight.is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0))
    };
    is_gzip && !parts.any(is_excluded)
}

/// The compressed form of some bytes; `None` if compression fails.
pub(crate) fn compress(data: &[u8], level: Compression) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(data).ok()?;
    Some(Bytes::from(encoder.finish().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_unless_absent_or_excluded() {
        for word in ["gzip", " GZIP", "gzip;q=0.5", "gzip; q=1", "x-gzip"] {
            assert!(accepts_gzip(word), "{word}");
        }
        for word in ["", "br", "identity", "gzip;q=0", "gzip; q=0.0", "gzipped"] {
            assert!(!accepts_gzip(word), "{word}");
        }
    }
}
