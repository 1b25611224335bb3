//! The edges that are worth keeping: a stream of records, four bytes an edge.
//!
//! A record is the id of a position and those of its children whose values are
//! not known yet. Pieces of the stream are whole records, for threads to share.

use kibitz_game::{Claim, Stop, Turn, Watch};

/// An edge, or the head of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark(u32);

const HEAD: u32 = 1 << 31;
const AGAIN: u32 = 1 << 30;

impl Mark {
    #[inline]
    pub(super) fn head(id: u32) -> Mark {
        Mark(HEAD | id)
    }

    #[inline]
    pub(super) fn edge(id: u32, turn: Turn) -> Mark {
        Mark(match turn {
            Turn::Passes => id,
            Turn::Again => AGAIN | id,
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
            Turn::Again
        } else {
            Turn::Passes
        }
    }
}

/// Whole records.
pub(super) type Piece = Vec<Mark>;

/// A stream being written.
#[derive(Debug, Default)]
pub(super) struct Stream {
    pieces: Vec<Piece>,
    open: Piece,
    /// Where the present record begins.
    record: usize,
    /// Marks in the pieces that are full.
    before: u64,
}

impl Stream {
    /// Marks of a full piece: four megabytes.
    const PIECE: usize = 1 << 20;
    /// A piece that has grown so long is going to be a full one.
    const LONG: usize = 1 << 14;

    /// Begins the record of a position.
    #[inline]
    pub(super) fn begin(&mut self, id: u32) {
        self.record = self.open.len();
        self.open.push(Mark::head(id));
    }

    /// Adds an edge to the record.
    #[inline]
    pub(super) fn push(&mut self, edge: Mark) {
        self.open.push(edge);
    }

    /// How many edges the record has.
    #[inline]
    pub(super) fn edges(&self) -> usize {
        self.open.len() - self.record - 1
    }

    /// Forgets the record.
    #[inline]
    pub(super) fn forget(&mut self) {
        self.open.truncate(self.record);
    }

    /// Makes room; between records.
    pub(super) fn settle(&mut self) {
        if self.open.len() >= Stream::PIECE {
            self.before += self.open.len() as u64;
            let next = Vec::with_capacity(Stream::PIECE + Stream::LONG);
            self.pieces.push(std::mem::replace(&mut self.open, next));
        } else if self.open.len() >= Stream::LONG && self.open.capacity() < Stream::PIECE {
            let more = Stream::PIECE + Stream::LONG - self.open.len();
            self.open.reserve_exact(more);
        }
    }

    /// The bytes of all marks.
    pub(super) fn bytes(&self) -> u64 {
        (self.before + self.open.len() as u64) * size_of::<Mark>() as u64
    }

    /// The pieces, once all is written.
    pub(super) fn finish(mut self) -> Vec<Piece> {
        self.open.shrink_to_fit();
        self.pieces.push(self.open);
        self.pieces.retain(|piece| !piece.is_empty());
        self.pieces
    }
}

/// The records of some pieces, by position.
pub(super) struct Records<'p> {
    pieces: &'p [Piece],
    /// The piece of a position's record, and where its edges begin there; no
    /// record where that is 0, for a head comes before.
    places: Vec<(u32, u32)>,
    _memory: Claim,
}

impl<'p> Records<'p> {
    /// # Errors
    /// Where there is no memory for it.
    pub(super) fn new(pieces: &'p [Piece], ids: u32, watch: &Watch) -> Result<Records<'p>, Stop> {
        let bytes = size_of::<(u32, u32)>() as u64 * u64::from(ids);
        let memory = watch.claim("where the edges of each position are", bytes)?;
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

    /// The edges of a position; none where it has no record.
    #[inline]
    pub(super) fn of(&self, id: u32) -> &'p [Mark] {
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
    fn marks_tell_what_was_put_in() {
        let most = (1 << 30) - 1;
        for id in [0, 1, most] {
            assert!(Mark::head(id).is_head());
            assert_eq!(Mark::head(id).id(), id);
            for turn in [Turn::Passes, Turn::Again] {
                let edge = Mark::edge(id, turn);
                assert!(!edge.is_head());
                assert_eq!((edge.id(), edge.turn()), (id, turn));
            }
        }
    }

    #[test]
    fn forgotten_records_leave_nothing() {
        let mut stream = Stream::default();
        for id in 0..3 {
            stream.begin(id);
            stream.push(Mark::edge(id + 1, Turn::Passes));
            assert_eq!(stream.edges(), 1);
            if id == 1 {
                stream.forget();
            }
            stream.settle();
        }
        assert_eq!(stream.bytes(), 16);
        let heads = [0, 2].map(Mark::head);
        let edges = [1, 3].map(|id| Mark::edge(id, Turn::Passes));
        assert_eq!(stream.finish(), [[heads[0], edges[0], heads[1], edges[1]]]);
    }

    #[test]
    fn records_are_found_by_position() {
        let edge = |id| Mark::edge(id, Turn::Again);
        let pieces = [
            vec![Mark::head(3), edge(1), edge(2), Mark::head(0)],
            vec![Mark::head(1), edge(4)],
        ];
        let watch = Watch::new();
        let records = Records::new(&pieces, 5, &watch).unwrap();
        let all: Vec<Vec<Mark>> = (0..5).map(|id| records.of(id).to_vec()).collect();
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
        assert!(Records::new(&pieces, 5, &Watch::new().memory(39)).is_err());
    }
}
