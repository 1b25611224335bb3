//! The edge list: a stream of records, four bytes per edge.
//!
//! A record is the id of a position and the ids of its successors whose values are not known yet.
//! Pieces of the stream contain whole records, for threads to share.

use kibitz_game::{Reservation, RunContext, StopReason, Turn};

/// An edge, or the head of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeWord(u32);

const HEAD: u32 = 1 << 31;
const AGAIN: u32 = 1 << 30;

impl EdgeWord {
    #[inline]
    pub(super) fn head(id: u32) -> EdgeWord {
        EdgeWord(HEAD | id)
    }

    #[inline]
    pub(super) fn edge(id: u32, turn: Turn) -> EdgeWord {
        EdgeWord(match turn {
            Turn::Other => id,
            Turn::Same => AGAIN | id,
        })
    }

    #[inline]
    pub(super) fn is_head(self) -> bool {
        self.0 & HEAD != 0
    }

    #[inline]
    pub(super) fn id(self) -> u32 {
        self.0 & !(HEAD | AGAIN)
    }

    #[inline]
    pub(super) fn is_again(self) -> bool {
        self.0 & AGAIN != 0
    }

    #[inline]
    pub(super) fn turn(self) -> Turn {
        if self.is_again() {
            Turn::Same
        } else {
            Turn::Other
        }
    }
}

/// Whole records.
pub(super) type Piece = Vec<EdgeWord>;

/// An edge stream under construction.
#[derive(Debug, Default)]
pub(super) struct EdgeStream {
    pieces: Vec<Piece>,
    open: Piece,
    /// Where the current record begins.
    record: usize,
    /// Words in full pieces.
    before: u64,
}

impl EdgeStream {
    /// Words in a full piece: four mebibytes.
    const PIECE: usize = 1 << 20;
    /// A piece of this length is extended to the full size.
    const LONG: usize = 1 << 14;

    /// Begins the record of a position.
    #[inline]
    pub(super) fn begin(&mut self, id: u32) {
        self.record = self.open.len();
        self.open.push(EdgeWord::head(id));
    }

    /// Adds an edge to the record.
    #[inline]
    pub(super) fn push(&mut self, edge: EdgeWord) {
        self.open.push(edge);
    }

    /// The number of edges of the record.
    #[inline]
    pub(super) fn edges(&self) -> usize {
        self.open.len() - self.record - 1
    }

    /// Discards the record.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.open.truncate(self.record);
    }

    /// Makes room for a record; called between records.
    pub(super) fn make_room(&mut self) {
        if self.open.len() >= EdgeStream::PIECE {
            self.before += self.open.len() as u64;
            let next = Vec::with_capacity(EdgeStream::PIECE + EdgeStream::LONG);
            self.pieces.push(std::mem::replace(&mut self.open, next));
        } else if self.open.len() >= EdgeStream::LONG && self.open.capacity() < EdgeStream::PIECE {
            let more = EdgeStream::PIECE + EdgeStream::LONG - self.open.len();
            self.open.reserve_exact(more);
        }
    }

    /// The size of all words in bytes.
    pub(super) fn bytes(&self) -> u64 {
        (self.before + self.open.len() as u64) * size_of::<EdgeWord>() as u64
    }

    /// The pieces of the finished stream.
    pub(super) fn finish(mut self) -> Vec<Piece> {
        self.open.shrink_to_fit();
        self.pieces.push(self.open);
        self.pieces.retain(|piece| !piece.is_empty());
        self.pieces
    }
}

/// Access to the records of some pieces by position.
pub(super) struct Records<'p> {
    pieces: &'p [Piece],
    /// The piece of a position's record, and where its edges begin there; 0 means no record,
    /// because the head precedes the edges.
    places: Vec<(u32, u32)>,
    _memory: Reservation,
}

impl<'p> Records<'p> {
    /// # Errors
    /// Returns an error if there is not enough memory.
    pub(super) fn new(
        pieces: &'p [Piece],
        ids: u32,
        context: &RunContext,
    ) -> Result<Records<'p>, StopReason> {
        let bytes = size_of::<(u32, u32)>() as u64 * u64::from(ids);
        let memory = context.reserve("the index of the edge list", bytes)?;
        let mut places = vec![(0, 0); ids as usize];
        for (piece, number) in pieces.iter().zip(0..) {
            for (mark, next) in piece.iter().zip(1..) {
                if mark.is_head() {
                    places[mark.id() as usize] = (number, next);
                }
            }
        }
        Ok(Records {
            pieces,
            places,
            _memory: memory,
        })
    }

    /// The edges of a position; none if it has no record.
    #[inline]
    pub(super) fn of(&self, id: u32) -> &'p [EdgeWord] {
        let (piece, at) = self.places[id as usize];
        if at == 0 {
            return &[];
        }
        let rest = &self.pieces[piece as usize][at as usize..];
        let end = rest.iter().position(|mark| mark.is_head());
        &rest[..end.unwrap_or(rest.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edge_words_round_trip() {
        let max = (1 << 30) - 1;
        for id in [0, 1, max] {
            assert!(EdgeWord::head(id).is_head());
            assert_eq!(EdgeWord::head(id).id(), id);
            for turn in [Turn::Other, Turn::Same] {
                let edge = EdgeWord::edge(id, turn);
                assert!(!edge.is_head());
                assert_eq!((edge.id(), edge.turn()), (id, turn));
            }
        }
    }

    #[test]
    fn discarded_records_leave_no_words() {
        let mut stream = EdgeStream::default();
        for id in 0..3 {
            stream.begin(id);
            stream.push(EdgeWord::edge(id + 1, Turn::Other));
            assert_eq!(stream.edges(), 1);
            if id == 1 {
                stream.forget();
            }
            stream.make_room();
        }
        assert_eq!(stream.bytes(), 16);
        let heads = [0, 2].map(EdgeWord::head);
        let edges = [1, 3].map(|id| EdgeWord::edge(id, Turn::Other));
        assert_eq!(stream.finish(), [[heads[0], edges[0], heads[1], edges[1]]]);
    }

    #[test]
    fn records_are_found_by_position() {
        let edge = |id| EdgeWord::edge(id, Turn::Same);
        let pieces = [
            vec![EdgeWord::head(3), edge(1), edge(2), EdgeWord::head(0)],
            vec![EdgeWord::head(1), edge(4)],
        ];
        let context = RunContext::new();
        let records = Records::new(&pieces, 5, &context).unwrap();
        let all: Vec<Vec<EdgeWord>> = (0..5).map(|id| records.of(id).to_vec()).collect();
        assert_eq!(
            all,
            [
                vec![],
                vec![edge(4)],
                vec![],
                vec![edge(1), edge(2)],
                vec![]
            ]
        );
        assert!(Records::new(&pieces, 5, &RunContext::new().memory(39)).is_err());
    }
}
