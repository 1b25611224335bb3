//! What processes send each other: containers of the dataflow, with their representation in bytes.
//!
//! Timely's own containers are serialised item by item; these are copied as a whole.

use std::io::Write;

use kibitz_solve::retrograde::Update;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

use crate::ClusterError;

/// A message from one worker to another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packet {
    pub(crate) from: u32,
    pub(crate) to: u32,
    /// `None` in the containers that timely makes by itself, which are not sent.
    pub(crate) kind: Option<Kind>,
    /// For [`Kind::Updates`]: for each shard its number, the number of updates, and the updates. The
    /// numbers have the type of updates, so that these are copied as a whole. For [`Kind::Items`]:
    /// the number of bytes, and the bytes.
    pub(crate) words: Vec<Update>,
}

/// What a packet is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Updates of positions.
    Updates,
    /// What a computation in rounds sends.
    Items,
    /// The receiver has taken a packet with content: another one may be sent.
    Credit,
    /// A checkpoint is to be made at the level of the timestamp.
    Checkpoint,
    /// A number does not fit an entry: all begin again with wider ones.
    Wide,
}

impl Kind {
    const ALL: [Kind; 5] = [
        Kind::Updates,
        Kind::Items,
        Kind::Credit,
        Kind::Checkpoint,
        Kind::Wide,
    ];
}

impl Packet {
    /// Appends the updates of a shard.
    pub(crate) fn push<'a>(&mut self, shard: usize, parts: impl Iterator<Item = &'a [Update]>) {
        let at = self.words.len();
        self.words.extend([Update(shard as u32), Update(0)]);
        for part in parts {
            self.words.extend_from_slice(part);
        }
        let count = self.words.len() - at - 2;
        match count {
            0 => self.words.truncate(at),
            _ => self.words[at + 1] = Update(count as u32),
        }
    }

    /// Passes the updates of each shard to `apply`; `None` if the packet contradicts itself.
    pub(crate) fn sections<E>(
        &self,
        mut apply: impl FnMut(usize, &[Update]) -> Result<(), E>,
    ) -> Option<Result<(), E>> {
        let mut rest = &self.words[..];
        while let [Update(shard), Update(count), after @ ..] = rest {
            let (updates, after) = after.split_at_checked(*count as usize)?;
            if let Err(error) = apply(*shard as usize, updates) {
                return Some(Err(error));
            }
            rest = after;
        }
        rest.is_empty().then_some(Ok(()))
    }

    /// Replaces the content by bytes.
    pub(crate) fn set_bytes(&mut self, bytes: &[u8]) {
        self.words.clear();
        self.words.push(Update(bytes.len() as u32));
        let (whole, rest) = bytes.as_chunks();
        let word = |bytes: &[u8; 4]| Update(u32::from_le_bytes(*bytes));
        self.words.extend(whole.iter().map(word));
        if !rest.is_empty() {
            let mut last = [0; 4];
            last[..rest.len()].copy_from_slice(rest);
            self.words.push(word(&last));
        }
    }

    /// The bytes that are the content; `None` if the packet contradicts itself.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        let (Update(count), words) = self.words.split_first()?;
        let count = *count as usize;
        let mut bytes = Vec::with_capacity(4 * words.len());
        for Update(word) in words {
            bytes.extend(word.to_le_bytes());
        }
        let is_whole = count <= bytes.len() && bytes.len() - count < 4;
        bytes.truncate(count);
        is_whole.then_some(bytes)
    }

    /// The error that the packet contradicts itself.
    pub(crate) fn contradiction(&self) -> ClusterError {
        ClusterError::Peer(format!(
            "process {} has sent a packet that contradicts itself",
            self.from
        ))
    }
}

impl Accountable for Packet {
    fn record_count(&self) -> i64 {
        i64::from(self.kind.is_some())
    }
}

/// Sender, receiver, kind and number of words, four bytes each.
const HEADER: usize = 16;

impl ContainerBytes for Packet {
    fn from_bytes(bytes: Bytes) -> Packet {
        let (head, words) = bytes.split_at_checked(HEADER).unwrap_or_default();
        let number = |i: usize| {
            head.as_chunks()
                .0
                .get(i)
                .map_or(0, |b| u32::from_le_bytes(*b))
        };
        let words = words.as_chunks().0.iter();
        let words = words.map(|b| Update(u32::from_le_bytes(*b)));
        Packet {
            from: number(0),
            to: number(1),
            kind: Kind::ALL.get(number(2) as usize).copied(),
            words: words.take(number(3) as usize).collect(),
        }
    }

    fn length_in_bytes(&self) -> usize {
        HEADER + (4 * self.words.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        /// Words of a write.
        const CHUNK: usize = 1 << 10;
        let kind = Kind::ALL.iter().position(|kind| Some(*kind) == self.kind);
        let head = [
            self.from,
            self.to,
            kind.unwrap_or(Kind::ALL.len()) as u32,
            self.words.len() as u32,
        ];
        let mut buffer = [0; 4 * CHUNK];
        let mut write = |words: &[Update]| {
            let (chunks, _) = buffer.as_chunks_mut();
            for (chunk, word) in chunks.iter_mut().zip(words) {
                *chunk = word.0.to_le_bytes();
            }
            // The writer is memory of the exact size.
            let _ = writer.write_all(&buffer[..4 * words.len()]);
        };
        write(&head.map(Update));
        self.words.chunks(CHUNK).for_each(&mut write);
        if self.words.len() % 2 == 1 {
            write(&[Update(0)]);
        }
    }
}

/// Sends each packet to its receiver.
pub(crate) struct ByReceiver;

impl Distributor<Packet> for ByReceiver {
    fn partition<T: Clone, P: Push<Message<T, Packet>>>(
        &mut self,
        packet: &mut Packet,
        time: &T,
        pushers: &mut [P],
    ) {
        let to = packet.to as usize;
        Message::push_at(packet, time.clone(), &mut pushers[to]);
    }

    fn flush<T: Clone, P: Push<Message<T, Packet>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    #[test]
    fn packets_round_trip() {
        for kind in Kind::ALL {
            for count in [0, 1, 2, 1025] {
                let packet = Packet {
                    from: 3,
                    to: 5,
                    kind: Some(kind),
                    words: (0..count)
                        .map(|i: u32| Update(i.wrapping_mul(0x0101_0101)))
                        .collect(),
                };
                let mut bytes = Vec::new();
                packet.into_bytes(&mut bytes);
                assert_eq!(bytes.len(), packet.length_in_bytes());
                assert_eq!(bytes.len() % 8, 0);
                let found = Packet::from_bytes(BytesMut::from(bytes).freeze());
                assert_eq!((found.from, found.to, found.kind), (3, 5, Some(kind)));
                assert_eq!(found.words, packet.words);
            }
        }
    }

    #[test]
    fn sections_are_those_pushed() {
        let updates = [Update(4), Update(7), Update(9)];
        let mut packet = Packet::default();
        packet.push(2, [&updates[..1], &updates[1..]].into_iter());
        packet.push(3, std::iter::empty());
        packet.push(6, [&updates[..]].into_iter());
        let mut found = Vec::new();
        let done = packet.sections(|shard, updates| {
            found.push((shard, updates.to_vec()));
            Ok::<(), ()>(())
        });
        assert_eq!(done, Some(Ok(())));
        assert_eq!(found, [(2, updates.to_vec()), (6, updates.to_vec())]);
        packet.words.pop();
        assert_eq!(packet.sections(|_, _| Ok::<(), ()>(())), None);
    }

    #[test]
    fn bytes_are_those_set() {
        let mut packet = Packet::default();
        for count in 0..10 {
            let bytes: Vec<u8> = (1..=count).collect();
            packet.set_bytes(&bytes);
            assert_eq!(packet.bytes(), Some(bytes));
        }
        packet.words.pop();
        assert_eq!(packet.bytes(), None);
        assert_eq!(Packet::default().bytes(), None);
    }
}
