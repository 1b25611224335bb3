//! Codes of 1, 2, 4, 8, 16 or 32 bits in a block of bytes: least significant bits first, and
//! little-endian if they are longer than a byte.

/// The smallest length of a code, in bits, for a dictionary of `entries` entries.
pub(crate) fn bits_for(entries: usize) -> u32 {
    let fits = |bits: &u32| entries as u128 <= 1 << bits;
    [1, 2, 4, 8, 16].into_iter().find(fits).unwrap_or(32)
}

/// Appends codes, each less than 2 to the power of `bits`.
pub(crate) fn pack(codes: &[u32], bits: u32, into: &mut Vec<u8>) {
    match bits {
        32 => into.extend(codes.iter().flat_map(|code| code.to_le_bytes())),
        16 => into.extend(codes.iter().flat_map(|code| (*code as u16).to_le_bytes())),
        8 => into.extend(codes.iter().map(|code| *code as u8)),
        _ => into.extend(codes.chunks((8 / bits) as usize).map(|chunk| {
            let packed = chunk.iter().rev().fold(0, |byte, code| byte << bits | code);
            packed as u8
        })),
    }
}

/// The code of an item; `None` beyond the end of the block.
#[inline]
pub(crate) fn get(block: &[u8], bits: u32, item: usize) -> Option<u32> {
    Some(match bits {
        32 => u32::from_le_bytes(*block.get(4 * item..)?.first_chunk()?),
        16 => u16::from_le_bytes(*block.get(2 * item..)?.first_chunk()?).into(),
        8 => (*block.get(item)?).into(),
        _ => {
            let bit = item * bits as usize;
            let byte = u32::from(*block.get(bit / 8)?);
            byte >> (bit % 8) & ((1 << bits) - 1)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for bits in [1, 2, 4, 8, 16, 32] {
            for count in [0, 1, 7, 8, 9, 100] {
                let mask = u32::MAX >> (32 - bits);
                let code = |i: u32| i.wrapping_mul(0x9E37_79B9) >> 3 & mask;
                let codes: Vec<u32> = (0..count).map(code).collect();
                let mut block = Vec::new();
                pack(&codes, bits, &mut block);
                assert_eq!(block.len(), (count * bits).div_ceil(8) as usize);
                for (i, code) in codes.iter().enumerate() {
                    assert_eq!(get(&block, bits, i), Some(*code));
                }
                assert_eq!(get(&block, bits, block.len() * 8), None);
            }
        }
    }

    #[test]
    fn shortest_sufficient_length() {
        let sizes = [0, 2, 3, 4, 5, 16, 17, 256, 257, 65_536, 65_537];
        let expected = [1, 1, 2, 2, 4, 4, 8, 8, 16, 16, 32];
        assert_eq!(sizes.map(bits_for), expected);
    }
}
