//! Main loop of a game: turns, and execution of input lines.

use kibitz_game::{Holder, RunContext, StopReason};
use kibitz_query::play::{GameEnd, GameRecord, Opponent, Seat, review};
use kibitz_query::{Analysis, Limits, QueryError};

use super::Side;
use super::commands::{self, Command, Input};
use super::line_reader::{Line, Lines};
use super::messages::{self, PlayerName};
use crate::board::{self, Charset, Seating};
use crate::failure::Failure;
use crate::output;

/// Up to this many moves are listed without a command.
const FEW_MOVES: u64 = 12;
/// Maximum number of numbered moves.
const MAX_NUMBERED: usize = 1000;
/// Maximum number of moves listed by `moves`.
const MOVES_SHOWN: usize = 60;
/// Maximum number of moves listed with their values.
const VALUES_SHOWN: usize = 12;
/// Maximum number of moves printed of the principal variation.
const LINE_SHOWN: usize = 24;

/// Options of the game.
pub(super) struct Setup {
    pub(super) side: Side,
    pub(super) strength: u8,
    pub(super) shows_values: bool,
    pub(super) charset: Charset,
    /// The game as given on the command line.
    pub(super) game: String,
    /// The parameters as given on the command line.
    pub(super) set: Vec<(String, String)>,
}

/// A game at the terminal.
pub(super) struct Game<'s> {
    play: GameRecord<'s>,
    opponent: Opponent,
    setup: Setup,
    context: RunContext,
    lines: Lines,
    /// Names of the players in positions, as far as known.
    names: [Option<String>; 2],
    /// The legal moves in the order of the rules.
    listed: Vec<String>,
    /// Whether these moves were printed with numbers.
    is_numbered: bool,
}

/// What to do after an input line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// Prompt again: the position has not changed.
    Prompt,
    /// Go on with the next turn.
    Continue,
    Quit,
}

impl<'s> Game<'s> {
    pub(super) fn new(
        play: GameRecord<'s>,
        opponent: Opponent,
        setup: Setup,
        context: RunContext,
        lines: Lines,
    ) -> Game<'s> {
        Game {
            play,
            opponent,
            setup,
            context,
            lines,
            names: [None, None],
            listed: Vec::new(),
            is_numbered: false,
        }
    }

    /// Runs the game until the user quits or input ends.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        let info = self.play.session().info();
        self.print(&messages::intro(&info, &self.setup))?;
        let has_computer = self.setup.side != Side::Both;
        if has_computer && self.setup.strength > 0 || self.setup.shows_values {
            // Solve now: later positions are then in the table, and a limit is
            // reported before the game instead of in the middle of it.
            self.analyse(Limits {
                moves: 0,
                line: 0,
                depth: 0,
            })?;
        }
        loop {
            self.context.check().map_err(QueryError::from)?;
            if self.turn()? == Next::Quit {
                return Ok(());
            }
        }
    }

    /// One turn: a move, or a sequence of commands.
    fn turn(&mut self) -> Result<Next, Failure> {
        let info = self.play.inspect(MAX_NUMBERED)?;
        let is_forced_pass = info.is_forced_pass();
        self.names[self.play.turn() as usize] = info.mover;
        self.listed = info.moves.into_iter().map(|step| step.by).collect();
        self.is_numbered = false;
        if let Some(end) = self.play.end()? {
            self.conclude(end)?;
            return match self.setup.side {
                Side::None => Ok(Next::Quit),
                _ => self.read_commands(),
            };
        }
        if self.setup.side == Side::None {
            self.show_board()?;
        }
        if is_forced_pass {
            return self.pass();
        }
        if self.setup.side.is_human(self.play.turn()) {
            self.show_board()?;
            self.show_moves(info.move_count)?;
            return self.read_commands();
        }
        let position = self.play.position();
        let session = self.play.session();
        let by = self
            .opponent
            .choose(session, position, &self.context.restart_clock())?;
        self.make(&by)
    }

    /// Reads and executes lines until one of them changes the position.
    fn read_commands(&mut self) -> Result<Next, Failure> {
        loop {
            self.context.check().map_err(QueryError::from)?;
            let next = match self.lines.next(&self.listed)? {
                Line::End => Next::Quit,
                Line::TooLong => self.print("This line is too long.")?,
                Line::Text(line) => self.execute(commands::parse(&line))?,
            };
            if next != Next::Prompt {
                return Ok(next);
            }
        }
    }

    fn execute(&mut self, input: Input<'_>) -> Result<Next, Failure> {
        match input {
            Input::Nothing => match self.listed.as_slice() {
                [only] => self.make(&only.clone()),
                _ => Ok(Next::Prompt),
            },
            Input::Move(text) => {
                let by = messages::by_number(text, &self.listed, self.is_numbered).to_owned();
                self.make(&by)
            }
            Input::AllMoves => self.list(usize::MAX),
            Input::Command(command) => self.execute_command(command),
        }
    }

    fn execute_command(&mut self, command: Command) -> Result<Next, Failure> {
        match command {
            Command::Moves => self.list(MOVES_SHOWN),
            Command::Values => self.toggle_values(),
            Command::Hint => self.print_analysis(
                Limits {
                    moves: 1,
                    line: 0,
                    depth: 0,
                },
                |_, a| messages::hint(a),
            ),
            Command::Why => self.print_analysis(line_limits(), messages::why),
            Command::Line => self.print_analysis(line_limits(), |_, a| messages::line(a)),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Flip => self.flip(),
            Command::New => {
                self.play.restart();
                self.print("A new game.")?;
                Ok(Next::Continue)
            }
            Command::Board => {
                self.show_board()?;
                Ok(Next::Prompt)
            }
            Command::Position => {
                let text =
                    messages::command(&self.setup.game, &self.setup.set, self.play.position());
                self.print(&text)
            }
            Command::Help => self.print(&messages::help(self.play.session().move_syntax())),
            Command::Quit => Ok(Next::Quit),
        }
    }

    /// Makes a move, or prints why it is invalid.
    fn make(&mut self, by: &str) -> Result<Next, Failure> {
        let who = self.who(self.play.turn());
        match self.play.make(by) {
            Ok(ply) => {
                let text = who.plays(&ply.by);
                self.print(&text)?;
                Ok(Next::Continue)
            }
            Err(error) => self.print(&messages::invalid_move(&error, &self.listed)),
        }
    }

    fn pass(&mut self) -> Result<Next, Failure> {
        let who = self.who(self.play.turn());
        self.print(&who.passes())?;
        match self.play.make(kibitz_game::PASS) {
            Ok(_) => Ok(Next::Continue),
            Err(error) => self.print(&messages::invalid_move(&error, &self.listed)),
        }
    }

    fn undo(&mut self) -> Result<Next, Failure> {
        let side = self.setup.side;
        match self.play.take_back(|seat| side.is_human(seat)) {
            0 => self.print("Nothing to take back."),
            plies => {
                self.print(&format!("Taken back: {}.", messages::plies(plies)))?;
                Ok(Next::Continue)
            }
        }
    }

    fn redo(&mut self) -> Result<Next, Failure> {
        let side = self.setup.side;
        match self.play.make_again(|seat| side.is_human(seat)) {
            0 => self.print("Nothing to redo."),
            plies => {
                self.print(&format!("Redone: {}.", messages::plies(plies)))?;
                Ok(Next::Continue)
            }
        }
    }

    fn flip(&mut self) -> Result<Next, Failure> {
        self.setup.side = match self.setup.side {
            Side::First => Side::Second,
            Side::Second => Side::First,
            Side::Both | Side::None => {
                return self.print("There is no computer player to swap with.");
            }
        };
        self.print("You and the computer swap sides.")?;
        Ok(Next::Continue)
    }

    fn toggle_values(&mut self) -> Result<Next, Failure> {
        self.setup.shows_values = !self.setup.shows_values;
        match self.setup.shows_values {
            true => self.list(VALUES_SHOWN),
            false => self.print("Values are hidden."),
        }
    }

    /// Prints the moves with values, the moves if they are few, or their number.
    fn show_moves(&mut self, count: u64) -> Result<(), Failure> {
        let who = self.who(self.play.turn());
        if self.setup.shows_values {
            self.list(VALUES_SHOWN)?;
        } else if count <= FEW_MOVES {
            self.list(MOVES_SHOWN)?;
        } else {
            self.print(&messages::many_moves(&who, count))?;
        }
        Ok(())
    }

    fn list(&mut self, max: usize) -> Result<Next, Failure> {
        if self.play.end()?.is_some() {
            return self.print("The game is over: there are no moves.");
        }
        if !self.setup.shows_values {
            let count = self.play.inspect(0)?.move_count;
            self.is_numbered = true;
            let who = self.who(self.play.turn());
            return self.print(&messages::moves(&who, &self.listed, count, max));
        }
        let limits = Limits {
            moves: max,
            line: 0,
            depth: 0,
        };
        let (listed, charset) = (self.listed.clone(), self.setup.charset);
        let mut is_numbered = false;
        let next = self.print_analysis(limits, |who, analysis| {
            is_numbered = analysis.groups.is_empty();
            messages::valued(who, analysis, &listed, max, charset)
        });
        self.is_numbered |= is_numbered;
        next
    }

    /// Prints a text about the analysis, or the error.
    fn print_analysis(
        &mut self,
        limits: Limits,
        describe: impl FnOnce(&PlayerName, &Analysis) -> String,
    ) -> Result<Next, Failure> {
        let who = self.who(self.play.turn());
        match self.analyse(limits) {
            Ok(analysis) => self.print(&describe(&who, &analysis)),
            Err(QueryError::Stop(StopReason::Cancelled)) => {
                Err(QueryError::Stop(StopReason::Cancelled).into())
            }
            Err(error) => self.print(&format!("Not available: {error}.")),
        }
    }

    fn analyse(&self, limits: Limits) -> Result<Analysis, QueryError> {
        let session = self.play.session();
        session.analyse(self.play.position(), limits, &self.context.restart_clock())
    }

    /// Prints the result and each human player's first mistake.
    fn conclude(&mut self, end: GameEnd) -> Result<(), Failure> {
        self.show_board()?;
        let plies = self.play.plies().len();
        let winner = match end {
            GameEnd::Won(seat) => Some(self.who(seat)),
            GameEnd::Drawn | GameEnd::Repeated => None,
        };
        self.print(&messages::end(end, winner.as_ref(), plies))?;
        if let Some(points) = self.final_points()? {
            self.print(&messages::points(points))?;
        }
        for seat in [Seat::First, Seat::Second] {
            if self.setup.side.is_human(seat) {
                let who = self.who(seat);
                let text = match review(&self.play, seat, &self.context) {
                    Ok(review) => messages::first_mistake(&who, &review, end == GameEnd::Won(seat)),
                    Err(error @ QueryError::Stop(StopReason::Cancelled)) => {
                        return Err(error.into());
                    }
                    Err(error) => Some(format!("The moves cannot be checked: {error}.")),
                };
                if let Some(text) = text {
                    self.print(&text)?;
                }
            }
        }
        if self.setup.side != Side::None {
            self.print("`new` plays again, `undo` takes back, `quit` leaves.")?;
        }
        Ok(())
    }

    /// In score play, the points of both players at the end.
    fn final_points(&self) -> Result<Option<[(PlayerName, i64); 2]>, Failure> {
        let Some(last) = self.play.inspect(0)?.final_score else {
            return Ok(None);
        };
        // The rules give a difference at the end; it is what the player to move gets.
        let points = |seat: Seat| match seat == self.play.turn() {
            true => self.play.points(seat) + last,
            false => self.play.points(seat),
        };
        Ok(Some(
            [Seat::First, Seat::Second].map(|seat| (self.who(seat), points(seat))),
        ))
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

    fn who(&self, seat: Seat) -> PlayerName {
        match self.setup.side.single() {
            Some(own) if own == seat => PlayerName::you(),
            Some(_) => PlayerName::computer(),
            None => PlayerName::player(seat, self.names[seat as usize].as_deref()),
        }
    }

    fn print(&mut self, text: &str) -> Result<Next, Failure> {
        let text = self.setup.charset.spell(text.trim_end());
        output::text(&format!("{text}\n"))?;
        Ok(Next::Prompt)
    }
}

fn line_limits() -> Limits {
    Limits {
        moves: 1,
        line: LINE_SHOWN,
        depth: 1,
    }
}
