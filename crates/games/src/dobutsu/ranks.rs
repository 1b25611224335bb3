//! Positions by rank, for the general engine.
//!
//! This is a second numbering, which shares nothing with that of the bundles:
//! each is the other's check.
//!
//! A rank is the number of a *frame*, the cells of the lions from the mover's
//! side with mirror images folded (`frames`), times the number of placements,
//! plus the number of a *placement*: where the six small animals are, whose they
//! are and which are hens (`numbers`). There are 11,878,227 placements to a
//! frame, and none is a hole but in the three inner frames that are their own
//! mirror image, where nearly half of them are.
//!
//! Inner frames, in which play goes on, come first: 21 of 54. All other
//! positions are decided at a glance, and so are those of the inner frames in
//! which the mover can catch the lion, half of them. They have a rank because
//! moves lead there, but the engine neither stores nor reaches them ([`Pruned`]).
//!
//! What is done most often is the cheapest. There are five un-moves or so to an
//! undecided position: each changes one or two codes of six, and the rank of
//! what it comes from is read off five small tables, without a loop (`parents`).
//! Going from a rank to its placement, once for each position, takes a division
//! and a search of one step. Counting moves is done in rank order, with what the
//! elephants and giraffes have to say looked at once for hundreds of states of
//! the chicks (`outlook`).

mod codes;
mod frames;
mod numbers;
mod outlook;
mod pairs;
mod parents;
mod unmoves;

use std::convert::Infallible;
use std::ops::Range;

use kibitz_game::{Indexed, Outlook, Pruned};

use super::animals::{Animal, Player, Small};
use super::{Dobutsu, Piece, Position, Try};
use codes::{Code, MINE, OUT, Pieces, THEIRS, label, on_board};
use frames::{Frame, Frames, Place, recoded};
use numbers::{Numbers, Run};
use outlook::Seen;

/// Chicks among the kinds.
const CHICKS: usize = Small::Chick as usize;

/// The numbering, and what un-moves need.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    frames: Frames,
    numbers: Numbers,
}

impl Ranks {
    /// The ranks of the game with these of [`Small::ALL`].
    pub(super) fn new(present: [bool; 3]) -> Ranks {
        Ranks {
            frames: Frames::new(),
            numbers: Numbers::new(present),
        }
    }

    /// The first rank of a frame.
    #[inline]
    fn start(&self, frame: usize) -> u64 {
        frame as u64 * u64::from(self.numbers.count)
    }

    /// The frame and the placement of a rank.
    #[inline]
    fn split(&self, rank: u64) -> (usize, u32) {
        // All ranks fit 32 bits, in which division is quicker.
        let (rank, count) = (rank as u32, self.numbers.count);
        ((rank / count) as usize, rank % count)
    }

    /// Whether a placement is its own mirror image.
    #[inline]
    fn is_own_image(&self, frame: &Frame, pieces: &Pieces) -> bool {
        frame.is_own_image
            && self.numbers.number(pieces) == self.numbers.number(&recoded(&frame.image, pieces))
    }

    /// What can be told of some placements of a run.
    #[inline]
    fn outlooks(
        &self,
        frame: usize,
        run: &Run,
        numbers: Range<u32>,
        rule: Try,
        visit: &mut impl FnMut(Outlook),
    ) {
        let here = &self.frames.all[frame];
        let [elephants, giraffes] = self.numbers.common(run);
        let seen = Seen::default()
            .with(here, 0, elephants)
            .with(here, 1, giraffes);
        if frame >= self.frames.inner || seen.is_decided() {
            numbers.for_each(|_| visit(Outlook::Absent));
            return;
        }
        if !here.is_own_image {
            numbers.for_each(|number| {
                let chicks = self.numbers.chicks(run, number);
                visit(seen.with(here, CHICKS, chicks).outlook(here, rule));
            });
            return;
        }
        numbers.for_each(|number| {
            let chicks = self.numbers.chicks(run, number);
            let outlook = seen.with(here, CHICKS, chicks).outlook(here, rule);
            let pieces = [elephants, giraffes, chicks];
            visit(match self.is_representative(here, number, &pieces) {
                true => outlook,
                false => Outlook::Absent,
            });
        });
    }

    /// Whether a placement stands for itself and not for its mirror image.
    #[inline]
    fn is_representative(&self, frame: &Frame, number: u32, pieces: &Pieces) -> bool {
        !frame.is_own_image || number <= self.numbers.number(&recoded(&frame.image, pieces))
    }
}

impl Indexed for Dobutsu {
    fn size(&self) -> u64 {
        let ranks = self.ranks();
        ranks.start(ranks.frames.all.len())
    }

    fn rank(&self, p: &Position) -> u64 {
        let ranks = self.ranks();
        let p = p.upwards();
        let (mine, theirs) = (p.lion(Player::Sente), p.lion(Player::Gote));
        let place = ranks.frames.place(mine, theirs);
        let Place { frame, is_mirrored } = place.expect("nobody has arrived who moves");
        let p = if is_mirrored { p.mirrored() } else { p };
        let here = &ranks.frames.all[frame];
        let mut pieces = [[OUT; 2]; 3];
        for small in Small::ALL {
            let stand = p.pieces().filter(|(_, q)| q.animal.caught() == Some(small));
            let stand = stand.map(|(cell, piece)| {
                let is_hen = piece.animal == Animal::Hen;
                let is_mine = piece.owner == Player::Sente;
                on_board(here.labels[cell].into(), is_hen, is_mine)
            });
            let held = |owner: Player, code: Code| {
                let count = p.hands[owner as usize][small as usize];
                std::iter::repeat_n(code, count.into())
            };
            let held = held(Player::Gote, THEIRS).chain(held(Player::Sente, MINE));
            let codes = pieces[small as usize].iter_mut();
            codes.zip(stand.chain(held)).for_each(|(c, code)| *c = code);
        }
        let mut number = ranks.numbers.number(&pieces);
        if here.is_own_image {
            number = number.min(ranks.numbers.number(&recoded(&here.image, &pieces)));
        }
        ranks.start(frame) + u64::from(number)
    }

    fn unrank(&self, rank: u64) -> Option<Position> {
        let ranks = self.ranks();
        let (frame, number) = ranks.split(rank);
        let frame = &ranks.frames.all[frame];
        let pieces = ranks.numbers.pieces(number);
        if !ranks.is_representative(frame, number, &pieces) {
            return None;
        }
        let mut p = Position::BARE;
        for (cell, owner) in [(frame.mine, Player::Sente), (frame.theirs, Player::Gote)] {
            let animal = Animal::Lion;
            p.board[cell] = Some(Piece { animal, owner });
        }
        for (small, code) in Small::ALL
            .into_iter()
            .zip(pieces)
            .flat_map(|(s, pair)| pair.map(|c| (s, c)))
        {
            let owner = match code {
                THEIRS => Player::Gote,
                MINE => Player::Sente,
                _ => Player::BOTH[usize::from(code & 1 == 0)],
            };
            match label(code) {
                Some(label) => {
                    let animal = codes::animal(small, code);
                    p.board[usize::from(frame.cells[label])] = Some(Piece { animal, owner });
                }
                None if code == OUT => {}
                None => p.hands[owner as usize][small as usize] += 1,
            }
        }
        Some(p)
    }

    /// Two players may move, and there is the mirror image.
    fn copies(&self, p: &Position) -> u64 {
        if p.mirrored() == *p { 2 } else { 4 }
    }
}

impl Pruned for Dobutsu {
    fn undecided(&self) -> u64 {
        let ranks = self.ranks();
        ranks.start(ranks.frames.inner)
    }

    fn outlook(&self, rank: u64) -> Result<Outlook, Infallible> {
        let mut told = Outlook::Absent;
        self.outlooks(rank..rank + 1, |outlook| told = outlook)?;
        Ok(told)
    }

    /// Run by run: what the elephants and giraffes have to say is the same in
    /// all of a run, which often enough decides.
    #[inline]
    fn outlooks<F>(&self, rows: Range<u64>, mut visit: F) -> Result<(), Infallible>
    where
        F: FnMut(Outlook),
    {
        let ranks = self.ranks();
        let mut rank = rows.start;
        while rank < rows.end {
            let (frame, first) = ranks.split(rank);
            let run = ranks.numbers.run_at(first);
            let left = u64::from(run.end - first).min(rows.end - rank) as u32;
            rank += u64::from(left);
            let numbers = first..first + left;
            ranks.outlooks(frame, run, numbers, self.rule, &mut visit);
        }
        Ok(())
    }

    #[inline]
    fn parents<F: FnMut(u64)>(&self, rank: u64, visit: F) {
        self.ranks().parents(rank, visit);
    }
}
