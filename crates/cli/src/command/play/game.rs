//! The flow of a game: whose turn it is, and what a line does.

use kibitz_game::{Holder, Stop, Watch};
use kibitz_query::play::{End, Opponent, Play, Seat, review};
use kibitz_query::{Answer, Limits, QueryError};

use super::Side;
use super::lines::{Line, Lines};
use super::tell::{self, Who};
use super::words::{self, Typed, Word};
use crate::board::{self, Charset, Seating};
use crate::failure::Failure;
use crate::output;

/// Up to so many moves are listed without being asked for.
const FEW_MOVES: u64 = 12;
/// Moves that can be told by their numbers.
const MOST_NUMBERED: usize = 1000;
/// Moves that `moves` lists.
const MOVES_SHOWN: usize = 60;
/// Moves that are listed with their values.
const VALUES_SHOWN: usize = 12;
/// Moves of the main line that are shown.
const LINE_SHOWN: usize = 24;

/// What was decided before the game.
pub(super) struct Setup {
    pub(super) side: Side,
    pub(super) strength: u8,
    pub(super) shows_values: bool,
    pub(super) charset: Charset,
    /// The game, as it was named.
    pub(super) game: String,
    /// The parameters, as they were set.
    pub(super) set: Vec<(String, String)>,
}

/// A game at the terminal.
pub(super) struct Game<'s> {
    play: Play<'s>,
    opponent: Opponent,
    setup: Setup,
    watch: Watch,
    lines: Lines,
    /// What positions call the players, as far as that is known.
    names: [Option<String>; 2],
    /// The moves in the order of the rules.
    listed: Vec<String>,
    /// Whether the numbers of these moves were shown.
    is_numbered: bool,
}

/// What comes after a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    /// The next line, for nothing has changed.
    Ask,
    GoOn,
    Leave,
}

impl<'s> Game<'s> {
    pub(super) fn new(
        play: Play<'s>,
        opponent: Opponent,
        setup: Setup,
        watch: Watch,
        lines: Lines,
    ) -> Game<'s> {
        Game {
            play,
            opponent,
            setup,
            watch,
            lines,
            names: [None, None],
            listed: Vec::new(),
            is_numbered: false,
        }
    }

    /// Plays until somebody has enough.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        let info = self.play.session().info();
        self.say(&tell::intro(&info, &self.setup))?;
        let has_computer = self.setup.side != Side::Both;
        if has_computer && self.setup.strength > 0 || self.setup.shows_values {
            // Solved from here, everything that follows is known; and where
            // that is too much, better now than in the middle of the game.
            self.ask(Limits {
                moves: 0,
                line: 0,
                depth: 0,
            })?;
        }
        loop {
            self.watch.check().map_err(QueryError::from)?;
            if self.turn()? == Then::Leave {
                return Ok(());
            }
        }
    }

    /// One move, or one conversation.
    fn turn(&mut self) -> Result<Then, Failure> {
        let sight = self.play.sight(MOST_NUMBERED)?;
        let is_forced_pass = sight.is_forced_pass();
        self.names[self.play.turn() as usize] = sight.mover;
        self.listed = sight.moves.into_iter().map(|step| step.by).collect();
        self.is_numbered = false;
        if let Some(end) = self.play.end()? {
            self.conclude(end)?;
            return match self.setup.side {
                Side::None => Ok(Then::Leave),
                _ => self.converse(),
            };
        }
        if self.setup.side == Side::None {
            self.show_board()?;
        }
        if is_forced_pass {
            return self.pass();
        }
        if self.setup.side.is_person(self.play.turn()) {
            self.show_board()?;
            self.show_moves(sight.move_count)?;
            return self.converse();
        }
        let position = self.play.position();
        let session = self.play.session();
        let by = self
            .opponent
            .choose(session, position, &self.watch.afresh())?;
        self.make(&by)
    }

    /// Reads lines until one of them changes something.
    fn converse(&mut self) -> Result<Then, Failure> {
        loop {
            self.watch.check().map_err(QueryError::from)?;
            let then = match self.lines.next(&self.listed)? {
                Line::End => Then::Leave,
                Line::TooLong => self.say("That line is too long for a move.")?,
                Line::Text(line) => self.obey(words::read(&line))?,
            };
            if then != Then::Ask {
                return Ok(then);
            }
        }
    }

    fn obey(&mut self, typed: Typed<'_>) -> Result<Then, Failure> {
        match typed {
            Typed::Nothing => match self.listed.as_slice() {
                [only] => self.make(&only.clone()),
                _ => Ok(Then::Ask),
            },
            Typed::Move(text) => {
                let by = tell::by_number(text, &self.listed, self.is_numbered).to_owned();
                self.make(&by)
            }
            Typed::AllMoves => self.list(usize::MAX),
            Typed::Word(word) => self.obey_word(word),
        }
    }

    fn obey_word(&mut self, word: Word) -> Result<Then, Failure> {
        match word {
            Word::Moves => self.list(MOVES_SHOWN),
            Word::Values => self.toggle_values(),
            Word::Hint => self.answered(
                Limits {
                    moves: 1,
                    line: 0,
                    depth: 0,
                },
                |_, a| tell::hint(a),
            ),
            Word::Why => self.answered(line_limits(), tell::why),
            Word::Line => self.answered(line_limits(), |_, a| tell::line(a)),
            Word::Undo => self.undo(),
            Word::Redo => self.redo(),
            Word::Flip => self.flip(),
            Word::New => {
                self.play.restart();
                self.say("A new game.")?;
                Ok(Then::GoOn)
            }
            Word::Board => {
                self.show_board()?;
                Ok(Then::Ask)
            }
            Word::Position => {
                let command =
                    tell::command(&self.setup.game, &self.setup.set, self.play.position());
                self.say(&command)
            }
            Word::Help => self.say(&tell::help(self.play.session().move_syntax())),
            Word::Quit => Ok(Then::Leave),
        }
    }

    /// Makes a move, or says why not.
    fn make(&mut self, by: &str) -> Result<Then, Failure> {
        let who = self.who(self.play.turn());
        match self.play.make(by) {
            Ok(ply) => {
                let said = who.plays(&ply.by);
                self.say(&said)?;
                Ok(Then::GoOn)
            }
            Err(error) => self.say(&tell::no_move(&error, &self.listed)),
        }
    }

    fn pass(&mut self) -> Result<Then, Failure> {
        let who = self.who(self.play.turn());
        self.say(&who.passes())?;
        match self.play.make(kibitz_game::PASS) {
            Ok(_) => Ok(Then::GoOn),
            Err(error) => self.say(&tell::no_move(&error, &self.listed)),
        }
    }

    fn undo(&mut self) -> Result<Then, Failure> {
        let side = self.setup.side;
        match self.play.take_back(|seat| side.is_person(seat)) {
            0 => self.say("There is nothing to take back."),
            plies => {
                self.say(&format!("Taken back: {}.", tell::plies(plies)))?;
                Ok(Then::GoOn)
            }
        }
    }

    fn redo(&mut self) -> Result<Then, Failure> {
        let side = self.setup.side;
        match self.play.make_again(|seat| side.is_person(seat)) {
            0 => self.say("There is nothing to make again."),
            plies => {
                self.say(&format!("Made again: {}.", tell::plies(plies)))?;
                Ok(Then::GoOn)
            }
        }
    }

    fn flip(&mut self) -> Result<Then, Failure> {
        self.setup.side = match self.setup.side {
            Side::First => Side::Second,
            Side::Second => Side::First,
            Side::Both | Side::None => return self.say("Both sides are yours."),
        };
        self.say("You and the computer change sides.")?;
        Ok(Then::GoOn)
    }

    fn toggle_values(&mut self) -> Result<Then, Failure> {
        self.setup.shows_values = !self.setup.shows_values;
        match self.setup.shows_values {
            true => self.list(VALUES_SHOWN),
            false => self.say("Values are no longer shown."),
        }
    }

    /// The moves, few of them or with their values.
    fn show_moves(&mut self, count: u64) -> Result<(), Failure> {
        let who = self.who(self.play.turn());
        if self.setup.shows_values {
            self.list(VALUES_SHOWN)?;
        } else if count <= FEW_MOVES {
            self.list(MOVES_SHOWN)?;
        } else {
            self.say(&tell::many_moves(&who, count))?;
        }
        Ok(())
    }

    fn list(&mut self, most: usize) -> Result<Then, Failure> {
        if self.play.end()?.is_some() {
            return self.say("The game is over: there are no moves.");
        }
        if !self.setup.shows_values {
            let count = self.play.sight(0)?.move_count;
            self.is_numbered = true;
            let who = self.who(self.play.turn());
            return self.say(&tell::moves(&who, &self.listed, count, most));
        }
        let limits = Limits {
            moves: most,
            line: 0,
            depth: 0,
        };
        let (listed, charset) = (self.listed.clone(), self.setup.charset);
        let mut is_numbered = false;
        let then = self.answered(limits, |who, answer| {
            is_numbered = answer.groups.is_empty();
            tell::valued(who, answer, &listed, most, charset)
        });
        self.is_numbered |= is_numbered;
        then
    }

    /// Says something about the answer to a question, or why there is none.
    fn answered(
        &mut self,
        limits: Limits,
        tell: impl FnOnce(&Who, &Answer) -> String,
    ) -> Result<Then, Failure> {
        let who = self.who(self.play.turn());
        match self.ask(limits) {
            Ok(answer) => self.say(&tell(&who, &answer)),
            Err(QueryError::Stop(Stop::Cancelled)) => Err(QueryError::Stop(Stop::Cancelled).into()),
            Err(error) => self.say(&format!("That cannot be told: {error}.")),
        }
    }

    fn ask(&self, limits: Limits) -> Result<Answer, QueryError> {
        let session = self.play.session();
        session.ask(self.play.position(), limits, &self.watch.afresh())
    }

    /// Says who has won, and what went wrong.
    fn conclude(&mut self, end: End) -> Result<(), Failure> {
        self.show_board()?;
        let plies = self.play.plies().len();
        let winner = match end {
            End::Won(seat) => Some(self.who(seat)),
            End::Drawn | End::Repeated => None,
        };
        self.say(&tell::end(end, winner.as_ref(), plies))?;
        for seat in [Seat::First, Seat::Second] {
            if self.setup.side.is_person(seat) {
                let who = self.who(seat);
                let said = match review(&self.play, seat, &self.watch) {
                    Ok(review) => tell::reviewed(&who, &review, end == End::Won(seat)),
                    Err(error @ QueryError::Stop(Stop::Cancelled)) => return Err(error.into()),
                    Err(error) => Some(format!("The moves cannot be checked: {error}.")),
                };
                if let Some(said) = said {
                    self.say(&said)?;
                }
            }
        }
        if self.setup.side != Side::None {
            self.say("`new` plays again, `undo` takes back, `quit` leaves.")?;
        }
        Ok(())
    }

    fn show_board(&mut self) -> Result<(), Failure> {
        let session = self.play.session();
        let view = session.view(self.play.position())?;
        let last = self.play.plies().last();
        let before = last.map(|ply| session.view(&ply.from)).transpose()?;
        let turn = self.play.turn();
        let near = self.setup.side.single().unwrap_or(Seat::First);
        let seating = Seating {
            mover: self.who(turn).label,
            opponent: self.who(turn.other()).label,
            near: if near == turn {
                Holder::Mover
            } else {
                Holder::Opponent
            },
        };
        let drawn = board::draw(&view, before.as_ref(), &seating, self.setup.charset);
        output::text(&format!("\n{drawn}\n"))
    }

    fn who(&self, seat: Seat) -> Who {
        match self.setup.side.single() {
            Some(own) if own == seat => Who::you(),
            Some(_) => Who::computer(),
            None => Who::player(seat, self.names[seat as usize].as_deref()),
        }
    }

    fn say(&mut self, text: &str) -> Result<Then, Failure> {
        let text = self.setup.charset.spell(text.trim_end());
        output::text(&format!("{text}\n"))?;
        Ok(Then::Ask)
    }
}

fn line_limits() -> Limits {
    Limits {
        moves: 1,
        line: LINE_SHOWN,
        depth: 1,
    }
}
