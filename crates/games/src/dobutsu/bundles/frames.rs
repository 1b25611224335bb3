//! Pairs of lion cells, one for each pair of mirror images.

use super::super::animals::{Animal, CELLS, mirrored, steps, turned};

/// Cells that are not the lions', numbered from 0 upwards.
pub(super) const LABELS: usize = CELLS - 2;

/// Where a pair of lion cells is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the frame.
    pub(super) frame: usize,
    /// Whether the frame is the mirror image.
    pub(super) is_mirrored: bool,
}

/// A pair of lion cells that stands for itself and its mirror image.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The mover's lion.
    pub(super) mine: usize,
    /// The opponent's lion.
    pub(super) theirs: usize,
    /// The cells without the lions'.
    pub(super) cells: [u8; LABELS],
    /// The number of each cell among those; of no use for the lions'.
    pub(super) labels: [u8; CELLS],
    /// Whether it is its own mirror image.
    pub(super) is_own_image: bool,
}

/// All frames, the inner ones first.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    pub(super) frames: Vec<Frame>,
    pub(super) inner: usize,
    places: [[Option<Place>; CELLS]; CELLS],
}

/// Whether one lion could capture the other.
fn are_adjacent(a: usize, b: usize) -> bool {
    steps(Animal::Lion, a) >> b & 1 == 1
}

/// Whether there is such a frame: lions on different cells, the mover's not
/// on the far rank.
fn exists(mine: usize, theirs: usize) -> bool {
    mine != theirs && mine / 3 != 3
}

/// Whether play goes on in it: the opponent's lion is not on the mover's home
/// rank, nor beside the mover's lion.
fn is_inner(mine: usize, theirs: usize) -> bool {
    exists(mine, theirs) && theirs / 3 != 0 && !are_adjacent(mine, theirs)
}

impl Frames {
    pub(super) fn new() -> Frames {
        let mut all = Frames {
            frames: Vec::new(),
            inner: 0,
            places: [[None; CELLS]; CELLS],
        };
        // With a frame comes the one that the other player sees, where it is
        // not its mirror image: so most moves lead from a frame that is not
        // mirrored to another, and the order of the animals stays the same.
        for (mine, theirs) in pairs(is_inner) {
            all.add(mine, theirs);
            all.add(turned(theirs), turned(mine));
        }
        all.inner = all.frames.len();
        for (mine, theirs) in pairs(exists) {
            all.add(mine, theirs);
        }
        all
    }

    /// Adds a frame, unless it or its mirror image is there.
    fn add(&mut self, mine: usize, theirs: usize) {
        if self.places[mine][theirs].is_some() {
            return;
        }
        let frame = self.frames.len();
        let image = (mirrored(mine), mirrored(theirs));
        let place = |is_mirrored| Some(Place { frame, is_mirrored });
        self.places[image.0][image.1] = place(true);
        self.places[mine][theirs] = place(false);
        let mut labels = [0; CELLS];
        let mut cells = [0; LABELS];
        let others = (0..CELLS).filter(|cell| *cell != mine && *cell != theirs);
        for (label, cell) in others.enumerate() {
            cells[label] = cell as u8;
            labels[cell] = label as u8;
        }
        self.frames.push(Frame {
            mine,
            theirs,
            cells,
            labels,
            is_own_image: image == (mine, theirs),
        });
    }

    /// Where a pair of lion cells is found; the mover's lion is not on the far
    /// rank.
    #[inline]
    pub(super) fn place(&self, mine: usize, theirs: usize) -> Option<Place> {
        self.places[mine][theirs]
    }
}

/// All pairs of lion cells with a property.
fn pairs(has: fn(usize, usize) -> bool) -> impl Iterator<Item = (usize, usize)> {
    let all = (0..CELLS).flat_map(|mine| (0..CELLS).map(move |theirs| (mine, theirs)));
    all.filter(move |(mine, theirs)| has(*mine, *theirs))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_by_number() {
        let all = Frames::new();
        assert_eq!((all.inner, all.frames.len()), (21, 54));
        let own = all.frames[..all.inner].iter().filter(|f| f.is_own_image);
        assert_eq!(own.count(), 3);
        for (mine, theirs) in pairs(exists) {
            let place = all.place(mine, theirs).unwrap();
            let frame = all.frames[place.frame];
            let (m, t) = match place.is_mirrored {
                true => (mirrored(mine), mirrored(theirs)),
                false => (mine, theirs),
            };
            assert_eq!((frame.mine, frame.theirs), (m, t));
            assert_eq!(place.frame < all.inner, is_inner(mine, theirs));
        }
    }
}
