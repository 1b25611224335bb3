//! Files of the page as they go over the wire: a good part of a source file is
//! comments, and gzip makes them small.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::http::{HeaderMap, header};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::File;

/// What was packed before, by the name of the contents: each file is packed
/// once, and a file that changes on the disk under a debug build anew.
static PACKED: LazyLock<Mutex<HashMap<String, Bytes>>> = LazyLock::new(Mutex::default);

/// Whether whoever asks can unpack.
pub(super) fn is_wanted(headers: &HeaderMap) -> bool {
    let encodings = headers.get_all(header::ACCEPT_ENCODING).iter();
    let words = encodings.filter_map(|value| value.to_str().ok());
    words.flat_map(|text| text.split(',')).any(accepts_gzip)
}

/// Whether one of the encodings that a client names is gzip, and not to be
/// avoided (`gzip;q=0`).
fn accepts_gzip(word: &str) -> bool {
    let mut parts = word.split(';').map(str::trim);
    let is_gzip = parts.next().is_some_and(|name| {
        name.eq_ignore_ascii_case("gzip") || name.eq_ignore_ascii_case("x-gzip")
    });
    let is_refused = |part: &str| {
        let weight = part.strip_prefix("q=").or(part.strip_prefix("Q="));
        weight.is_some_and(|q| q.trim().parse::<f32>().is_ok_and(|q| q <= 0.0))
    };
    is_gzip && !parts.any(is_refused)
}

/// The contents of a file, packed; `None` where that cannot be.
pub(super) fn packed(file: &File) -> Option<Bytes> {
    let mut known = PACKED.lock().unwrap_or_else(PoisonError::into_inner);
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
    fn only_those_who_can_unpack_get_packed_files() {
        for word in ["gzip", " GZIP", "gzip;q=0.5", "gzip; q=1", "x-gzip"] {
            assert!(accepts_gzip(word), "{word}");
        }
        for word in ["", "br", "identity", "gzip;q=0", "gzip; q=0.0", "gzipped"] {
            assert!(!accepts_gzip(word), "{word}");
        }
    }
}
