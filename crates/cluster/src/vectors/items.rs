//! Vectors in packets and files: small numbers of either sign in few bytes.

use kibitz_solve::explore_vectors::numbers::{MOST_NUMBER, number, put_number};

/// Appends a vector.
#[inline]
pub(super) fn put_row(bytes: &mut Vec<u8>, row: &[i64]) {
    let mut digits = [0; MOST_NUMBER];
    for number in row {
        let folded = (number << 1 ^ number >> 63) as u64;
        let len = put_number(folded, &mut digits);
        bytes.extend_from_slice(&digits[..len]);
    }
}

/// Reads a vector, and returns what follows; `None` if it is not complete.
#[inline]
pub(super) fn take_row<'b>(mut bytes: &'b [u8], row: &mut [i64]) -> Option<&'b [u8]> {
    for place in row {
        let (folded, len) = number(bytes)?;
        *place = (folded >> 1) as i64 ^ -((folded & 1) as i64);
        bytes = &bytes[len..];
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vectors_round_trip() {
        let rows = [[0, 1, -1], [i64::MAX, i64::MIN, 64], [-65, 300, -300]];
        let mut bytes = Vec::new();
        for row in &rows {
            put_row(&mut bytes, row);
        }
        let mut rest = &bytes[..];
        for row in &rows {
            let mut found = [7; 3];
            rest = take_row(rest, &mut found).unwrap();
            assert_eq!(found, *row);
        }
        assert!(rest.is_empty());
        assert_eq!(take_row(&bytes[..2], &mut [0; 3]), None);
    }
}
