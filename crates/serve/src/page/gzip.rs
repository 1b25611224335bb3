//! gzip compression of the page's files; source files are largely comments,
//! which compress well.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::File;

/// Compressed contents by entity tag: each file is compressed once, and again
/// if it changes on disk under a debug build.
static COMPRESSED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);

/// Whether the client accepts gzip.
pub(super) fn client_accepts_gzip(headers: &HeaderMap) -> bool {
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

/// The compressed contents of a file; `None` if compression fails.
pub(super) fn gzip(file: &File) -> Option<Bytes> {
    let mut known = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(&file.tag) {
        return Some(bytes.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&file.data).ok()?;
    let bytes = Bytes::from(encoder.finish().ok()?);
    known.insert(file.tag.clone(), bytes.clone());
    Some(bytes)
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
