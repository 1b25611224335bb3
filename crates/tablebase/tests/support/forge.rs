//! Files whose checksums are right and whose content is not.

use serde_json::Value;
use xxhash_rust::xxh3::xxh3_64;

/// The parts of a table file.
#[derive(Clone, Debug)]
pub(crate) struct Forgery {
    /// The header, usually JSON.
    pub(crate) header: Vec<u8>,
    /// The compressed blocks of all columns.
    pub(crate) blocks: Vec<Vec<u8>>,
    pub(crate) first_rows: Vec<u8>,
    /// Added to the offset of the block of this number.
    pub(crate) shift: Option<(usize, i64)>,
    /// Added to the offset of the index and to the length of the file.
    pub(crate) footer_shift: (i64, i64),
    /// Bytes between the blocks and the index.
    pub(crate) gap: Vec<u8>,
}

fn number(file: &[u8], at: usize) -> usize {
    u64::from_le_bytes(file[at..at + 8].try_into().unwrap()) as usize
}

impl Forgery {
    /// The parts of a valid file with `count` blocks.
    pub(crate) fn new(file: &[u8], count: usize) -> Forgery {
        let length = u32::from_le_bytes(file[12..16].try_into().unwrap()) as usize;
        let index = number(file, file.len() - 40);
        let begin = |block| {
            if block < count {
                number(file, index + 16 * block)
            } else {
                index
            }
        };
        let block = |block| file[begin(block)..begin(block + 1)].to_vec();
        Forgery {
            header: file[16..16 + length].to_vec(),
            blocks: (0..count).map(block).collect(),
            first_rows: file[index + 16 * count..file.len() - 40].to_vec(),
            shift: None,
            footer_shift: (0, 0),
            gap: Vec::new(),
        }
    }

    /// The header with a field replaced; the path is in the syntax of JSON pointers.
    pub(crate) fn with(&self, pointer: &str, value: Value) -> Forgery {
        let mut header: Value = serde_json::from_slice(&self.header).unwrap();
        *header.pointer_mut(pointer).expect(pointer) = value;
        self.with_header(header.to_string().into_bytes())
    }

    pub(crate) fn with_header(&self, header: Vec<u8>) -> Forgery {
        Forgery {
            header,
            ..self.clone()
        }
    }

    pub(crate) fn with_block(&self, block: usize, bytes: Vec<u8>) -> Forgery {
        let mut forgery = self.clone();
        forgery.blocks[block] = bytes;
        forgery
    }

    /// The file, with all checksums computed.
    pub(crate) fn file(&self) -> Vec<u8> {
        let mut file = b"KIBITZTB\x01\0\0\0".to_vec();
        file.extend((self.header.len() as u32).to_le_bytes());
        file.extend(&self.header);
        file.extend(xxh3_64(&file).to_le_bytes());
        let mut index = Vec::new();
        for (number, block) in self.blocks.iter().enumerate() {
            let shift = self
                .shift
                .filter(|shift| shift.0 == number)
                .map_or(0, |shift| shift.1);
            index.extend((file.len() as u64).wrapping_add_signed(shift).to_le_bytes());
            index.extend(xxh3_64(block).to_le_bytes());
            file.extend(block);
        }
        index.extend(&self.first_rows);
        file.extend(&self.gap);
        let index_at = (file.len() as u64).wrapping_add_signed(self.footer_shift.0);
        file.extend(&index);
        let length = (file.len() as u64 + 40).wrapping_add_signed(self.footer_shift.1);
        let begin = usize::try_from(index_at)
            .unwrap_or(usize::MAX)
            .min(file.len());
        let numbers = [index_at, xxh3_64(&file[begin..]), length];
        let footer: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        file.extend(&footer);
        file.extend(xxh3_64(&footer).to_le_bytes());
        file.extend(b"KIBITZTB");
        file
    }
}
