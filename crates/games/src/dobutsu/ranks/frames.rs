//! Pairs of lion cells, and what stepping means beside them.
//!
//! A *frame* is the cell of the mover's lion, below the far rank, with that of
//! the opponent's; of two mirror images one stands for both. Play goes on in
//! *inner* frames alone: where the opponent's lion is beside the mover's or on
//! the mover's home rank, the position is decided at a glance.

use super::super::animals::{Animal, CELLS, Small, mirrored, steps, turned};
use super::codes::{
    CODES, Code, Codes, LABELS, Pieces, animal, is_hen, label, on_board, other_owner,
};

/// A set of labels, one bit each.
pub(super) type Labels = u16;

/// A pair of lion cells with its tables. Those about the mover's animals are
/// made for inner frames, where they are needed.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The mover's lion.
    pub(super) mine: usize,
    /// The opponent's lion.
    pub(super) theirs: usize,
    /// The cell of each label.
    pub(super) cells: [u8; LABELS],
    /// The label of each cell; of no use for the lions'.
    pub(super) labels: [u8; CELLS],
    /// Whether it is its own mirror image.
    pub(super) is_own_image: bool,
    /// What each code becomes in the mirror, where that is the same frame.
    pub(super) image: [Code; CODES],
    /// For each kind: where the mover's animals catch the opponent's lion.
    pub(super) catches: [Codes; 3],
    /// For each kind: where the opponent's animals threaten the mover's lion.
    pub(super) checks: [Codes; 3],
    /// For each kind and code: where the animal steps.
    pub(super) steps: [[Labels; CODES]; 3],
    /// For each kind and each code of the mover's: from which codes it may
    /// have stepped there without having been able to catch the lion.
    pub(super) unsteps: [[Codes; CODES]; 3],
    /// Where the mover's lion steps.
    pub(super) lion: Labels,
    /// The labels beside the opponent's lion.
    pub(super) near: Labels,
    /// The labels of the far rank.
    pub(super) far: Labels,
    /// As the other player sees it.
    pub(super) turned: Passage,
    /// Where the opponent's lion may have come from.
    pub(super) lion_unsteps: Vec<LionUnstep>,
}

/// The way to another frame.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) frame: usize,
    /// What each code becomes there.
    codes: [Code; CODES],
}

impl Passage {
    #[inline]
    pub(super) fn take(&self, pieces: &Pieces) -> Pieces {
        recoded(&self.codes, pieces)
    }
}

/// What pieces become by a table of codes.
#[inline]
pub(super) fn recoded(codes: &[Code; CODES], pieces: &Pieces) -> Pieces {
    pieces.map(|pair| pair.map(|code| codes[code as usize % CODES]))
}

/// A step of the opponent's lion, seen backwards.
#[derive(Clone, Copy, Debug)]
pub(super) struct LionUnstep {
    /// Where it came from, which must be empty now.
    pub(super) from: Codes,
    /// The position before, from the opponent's side.
    pub(super) before: Passage,
    /// Whether the mirror image is meant by that.
    pub(super) is_mirrored: bool,
    /// Where it was caught that the lion caught: the code of an animal of the
    /// player's who moves now, no hen, before the step.
    pub(super) caught: Code,
}

/// Where a pair of lion cells is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) frame: usize,
    /// Whether the frame is the mirror image.
    pub(super) is_mirrored: bool,
}

/// All frames, the inner ones first.
#[derive(Clone, Debug)]
pub(super) struct Frames {
    pub(super) all: Vec<Frame>,
    pub(super) inner: usize,
    places: [[Option<Place>; CELLS]; CELLS],
}

fn exists(mine: usize, theirs: usize) -> bool {
    mine != theirs && mine / 3 != 3
}

fn is_inner(mine: usize, theirs: usize) -> bool {
    let are_adjacent = steps(Animal::Lion, mine) >> theirs & 1 == 1;
    exists(mine, theirs) && theirs / 3 != 0 && !are_adjacent
}

impl Frames {
    pub(super) fn new() -> Frames {
        let mut frames = Frames {
            all: Vec::new(),
            inner: 0,
            places: [[None; CELLS]; CELLS],
        };
        let pairs = || (0..CELLS * CELLS).map(|i| (i / CELLS, i % CELLS));
        for (mine, theirs) in pairs().filter(|(m, t)| is_inner(*m, *t)) {
            frames.add(mine, theirs);
        }
        frames.inner = frames.all.len();
        for (mine, theirs) in pairs().filter(|(m, t)| exists(*m, *t)) {
            frames.add(mine, theirs);
        }
        for i in 0..frames.inner {
            frames.all[i].turned = frames.seen_by_the_other(i, frames.all[i].theirs).before;
            frames.all[i].lion_unsteps = frames.lion_unsteps(i);
        }
        frames
    }

    /// Adds a frame, unless it or its mirror image is there.
    fn add(&mut self, mine: usize, theirs: usize) {
        if self.places[mine][theirs].is_some() {
            return;
        }
        let frame = self.all.len();
        let place = |is_mirrored| Some(Place { frame, is_mirrored });
        self.places[mirrored(mine)][mirrored(theirs)] = place(true);
        self.places[mine][theirs] = place(false);
        self.all.push(Frame::new(mine, theirs));
    }

    /// Where a pair of lion cells is found; the mover's lion is not on the far
    /// rank.
    #[inline]
    pub(super) fn place(&self, mine: usize, theirs: usize) -> Option<Place> {
        self.places[mine][theirs]
    }

    /// The way to the frame in which the other player moves, their lion being
    /// on the cell `from`.
    fn seen_by_the_other(&self, frame: usize, from: usize) -> LionUnstep {
        let here = &self.all[frame];
        let place = self.places[turned(from)][turned(here.mine)];
        let Place { frame, is_mirrored } = place.expect("inner frames seen from the other side");
        let there = &self.all[frame];
        let image = |cell: usize| match is_mirrored {
            true => mirrored(turned(cell)),
            false => turned(cell),
        };
        let code_of = |cell, is_hen, is_mine| {
            let label = there.labels[image(cell)].into();
            on_board(label, is_hen, is_mine)
        };
        let codes = std::array::from_fn(|code| {
            let code = code as Code;
            match label(code) {
                Some(label) if label < LABELS => {
                    let is_mine = other_owner(code) & 1 == 1;
                    code_of(here.cells[label].into(), is_hen(code), is_mine)
                }
                _ => other_owner(code),
            }
        });
        LionUnstep {
            from: 1 << on_board(here.labels[from].into(), false, false),
            before: Passage { frame, codes },
            is_mirrored,
            caught: code_of(here.theirs, false, false),
        }
    }

    fn lion_unsteps(&self, frame: usize) -> Vec<LionUnstep> {
        let here = &self.all[frame];
        let from = (0..CELLS).filter(|&from| {
            let is_step = steps(Animal::Lion, from) >> here.theirs & 1 == 1;
            is_step && from != here.mine && is_inner(turned(from), turned(here.mine))
        });
        from.map(|from| self.seen_by_the_other(frame, from))
            .collect()
    }
}

impl Frame {
    fn new(mine: usize, theirs: usize) -> Frame {
        let mut labels = [0; CELLS];
        let mut cells = [0; LABELS];
        let others = (0..CELLS).filter(|cell| *cell != mine && *cell != theirs);
        for (label, cell) in others.enumerate() {
            cells[label] = cell as u8;
            labels[cell] = label as u8;
        }
        let is_own_image = (mirrored(mine), mirrored(theirs)) == (mine, theirs);
        let mut frame = Frame {
            mine,
            theirs,
            cells,
            labels,
            is_own_image,
            image: std::array::from_fn(|code| code as Code),
            catches: [0; 3],
            checks: [0; 3],
            steps: [[0; CODES]; 3],
            unsteps: [[0; CODES]; 3],
            lion: 0,
            near: 0,
            far: 0,
            turned: Passage {
                frame: 0,
                codes: [0; CODES],
            },
            lion_unsteps: Vec::new(),
        };
        frame.lion = frame.to_labels(steps(Animal::Lion, mine));
        frame.near = frame.to_labels(steps(Animal::Lion, theirs));
        frame.far = frame.to_labels(0b1110_0000_0000);
        for small in Small::ALL {
            frame.add_kind(small);
        }
        if is_own_image {
            for code in frame.board_codes() {
                let at = |label: usize| labels[mirrored(cells[label].into())];
                let image = label(code).map(at).unwrap_or_default();
                frame.image[usize::from(code)] = 4 + 4 * image + code % 4;
            }
        }
        frame
    }

    fn board_codes(&self) -> impl Iterator<Item = Code> + use<> {
        (4..4 + 4 * LABELS).map(|code| code as Code)
    }

    /// The labels among some cells.
    fn to_labels(&self, cells: u16) -> Labels {
        let all = self.cells.iter().enumerate();
        all.fold(0, |set, (label, cell)| set | (cells >> cell & 1) << label)
    }

    /// The tables of a kind of animal.
    fn add_kind(&mut self, small: Small) {
        let kind = small as usize;
        let codes = self.board_codes();
        for code in codes.filter(|code| small == Small::Chick || !is_hen(*code)) {
            let Some(label) = label(code) else { continue };
            let cell = usize::from(self.cells[label]);
            let animal = animal(small, code);
            let is_mine = code & 1 == 1;
            let to = match is_mine {
                true => steps(animal, cell),
                false => steps(animal, turned(cell)).reverse_bits() >> (16 - CELLS),
            };
            let (lion, lists) = match is_mine {
                true => (self.theirs, &mut self.catches),
                false => (self.mine, &mut self.checks),
            };
            lists[kind] |= Codes::from(to >> lion & 1) << code;
            let reached = self.to_labels(to);
            self.steps[kind][usize::from(code)] = reached;
            if !is_mine || to >> self.theirs & 1 == 1 {
                continue;
            }
            for to in (0..LABELS).filter(|to| reached >> to & 1 == 1) {
                let is_promoted = animal == Animal::Chick && self.cells[to] / 3 == 3;
                let arrived = on_board(to, is_hen(code) || is_promoted, true);
                self.unsteps[kind][usize::from(arrived)] |= 1 << code;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_by_number() {
        let frames = Frames::new();
        assert_eq!((frames.inner, frames.all.len()), (21, 54));
        let own = frames.all[..frames.inner].iter().filter(|f| f.is_own_image);
        assert_eq!(own.count(), 3);
        for frame in &frames.all[..frames.inner] {
            let other = &frames.all[frame.turned.frame];
            assert_eq!(frame.is_own_image, other.is_own_image);
            for step in &frame.lion_unsteps {
                assert!(step.before.frame < frames.inner);
            }
        }
    }
}
