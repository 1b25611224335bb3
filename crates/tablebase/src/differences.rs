//! The transform of a block of rows before compression. Rows in ascending order differ little from
//! one to the next, so each is replaced by its difference from the row before, and bytes of the
//! same place are put together: the first bytes of all differences, then the second ones, etc.
//! Rows are big-endian numbers here, differences are modulo their range, and the row before the
//! first is zero.

/// The name of the transform in the header.
pub(crate) const DIFFERENCES: &str = "differences";

/// Appends the transformed block of rows of `bytes` bytes.
pub(crate) fn encode(rows: &[u8], bytes: usize, into: &mut Vec<u8>) {
    let count = rows.len() / bytes;
    let start = into.len();
    into.resize(start + rows.len(), 0);
    let planes = &mut into[start..];
    let zero = vec![0; bytes];
    let mut before = zero.as_slice();
    for (i, row) in rows.chunks_exact(bytes).enumerate() {
        let mut borrow = false;
        for place in (0..bytes).rev() {
            let (difference, first) = row[place].overflowing_sub(before[place]);
            let (difference, second) = difference.overflowing_sub(borrow.into());
            borrow = first || second;
            planes[place * count + i] = difference;
        }
        before = row;
    }
}

/// Appends the rows of a transformed block.
pub(crate) fn decode(planes: &[u8], bytes: usize, into: &mut Vec<u8>) {
    let count = planes.len() / bytes;
    let start = into.len();
    into.resize(start + count * bytes, 0);
    let rows = &mut into[start..];
    let mut carries = vec![false; count];
    for (place, plane) in planes
        .chunks_exact(count.max(1))
        .enumerate()
        .take(bytes)
        .rev()
    {
        let mut sum = 0u8;
        let row_bytes = rows.iter_mut().skip(place).step_by(bytes);
        for ((difference, carry), byte) in plane.iter().zip(&mut carries).zip(row_bytes) {
            let (with_carry, first) = difference.overflowing_add((*carry).into());
            let (next, second) = sum.overflowing_add(with_carry);
            *carry = first || second;
            sum = next;
            *byte = sum;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn example() {
        let rows = [[0x00, 0xFE], [0x01, 0x03], [0x01, 0x04]].concat();
        let mut planes = Vec::new();
        encode(&rows, 2, &mut planes);
        assert_eq!(planes, [0, 0, 0, 0xFE, 5, 1]);
    }

    #[test]
    fn rows_round_trip() {
        for bytes in [1, 2, 3, 8, 17] {
            for count in [0, 1, 2, 100] {
                let byte = |i: u32| (i.wrapping_mul(0x9E37_79B9) >> 20) as u8;
                let rows: Vec<u8> = (0..bytes * count).map(|i| byte(i as u32)).collect();
                let (mut planes, mut back) = (Vec::new(), Vec::new());
                encode(&rows, bytes, &mut planes);
                decode(&planes, bytes, &mut back);
                assert_eq!(back, rows);
            }
        }
    }
}
