//! Pairs of lion cells, up to reflection.

use super::super::animals::{Animal, CELLS, mirrored, steps, turned};

/// The number of cells other than the lions', labelled from 0.
pub(super) const LABELS: usize = CELLS - 2;

/// The frame of a pair of lion cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The number of the frame.
    pub(super) frame: usize,
    /// Whether the pair is the mirror image of the frame.
    pub(super) is_mirrored: bool,
}

/// A canonical pair of lion cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The mover's lion.
    pub(super) mine: usize,
    /// The opponent's lion.
    pub(super) theirs: usize,
    /// The cells without the lions'.
    pub(super) cells: [u8; LABELS],
    /// The label of each cell; meaningless for the lions' cells.
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

/// Whether the pair is a frame: the lions are on different cells, the mover's
/// not on the far rank.
fn exists(mine: usize, theirs: usize) -> bool {
    mine != theirs && mine / 3 != 3
}

/// Whether the game continues: the opponent's lion is neither on the mover's
/// home rank nor adjacent to the mover's lion.
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
        // Each frame is added together with its view from the other side, if
        // that is not its mirror image. So most moves lead from an unmirrored
        // frame to an unmirrored one, which preserves the order of the animals.
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

    /// Adds a frame, unless it or its mirror image exists.
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

    /// The frame of a pair of lion cells; the mover's lion is not on the far
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
    fn frames_are_numbered_inner_first() {
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
