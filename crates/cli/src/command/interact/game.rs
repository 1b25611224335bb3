//! One game of a program.

use std::time::Duration;

use anyhow::Context;
use kibitz_game::{RunContext, Wdl};
use kibitz_query::play::{GameEnd, GameRecord, Mistake, Opponent, Ply, Seat, review};
use kibitz_query::{Limits, MoveError, QueryError, RequestedFields, Session};

use crate::failure::Failure;
use crate::submission::{Dialogue, Program, Reply};

/// Maximum number of characters quoted of a line of the program.
const MAX_QUOTE: usize = 80;

/// What is the same in all games.
pub(super) struct Table<'a> {
    pub(super) session: &'a Session,
    pub(super) start: &'a str,
    /// The program's seat.
    pub(super) seat: Seat,
    pub(super) max_moves: u64,
    /// Time limit of a move.
    pub(super) limit: Duration,
    pub(super) context: &'a RunContext,
}

/// The verdict on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A result, in score play a score, at least as good as perfect play gives.
    Accepted,
    /// A worse result.
    WrongAnswer,
    /// A line that is not a move of the position.
    IllegalMove,
    /// It exceeded the time limit of a move.
    TimeLimit,
    /// It closed its output or exited instead of moving.
    NoMove,
    /// A line that is too long.
    TooLong,
}

impl Verdict {
    pub(super) fn name(self) -> &'static str {
        match self {
            Verdict::Accepted => "accepted",
            Verdict::WrongAnswer => "wrong answer",
            Verdict::IllegalMove => "illegal move",
            Verdict::TimeLimit => "time limit",
            Verdict::NoMove => "no move",
            Verdict::TooLong => "wrong format",
        }
    }

    /// The exit code of testlib.
    pub(super) fn testlib_code(self) -> u8 {
        match self {
            Verdict::Accepted => 0,
            Verdict::WrongAnswer | Verdict::IllegalMove => 1,
            Verdict::TimeLimit | Verdict::NoMove | Verdict::TooLong => 2,
        }
    }
}

/// A game that has been played.
pub(super) struct Outcome {
    pub(super) verdict: Verdict,
    /// What is wrong, or how the game ended.
    pub(super) what: String,
    /// The result for the program, if the game was finished, and with perfect play.
    pub(super) result: Option<Wdl>,
    pub(super) expected: Wdl,
    /// The same in score play: by how much the program wins.
    pub(super) score: Option<Score>,
    pub(super) plies: Vec<Ply>,
    /// The program's first mistake, and why the better move is better.
    pub(super) mistake: Option<(Mistake, Option<String>)>,
    /// The end of the program's standard error.
    pub(super) stderr: String,
}

/// The points of the program, less those of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Score {
    /// If the game was finished.
    pub(super) made: Option<i64>,
    /// With perfect play.
    pub(super) expected: i64,
}

impl Score {
    fn is_worse(self) -> bool {
        self.made.is_some_and(|made| made < self.expected)
    }
}

/// The end of a game for the program.
enum End {
    Result(Wdl, &'static str),
    Fault(Verdict, String),
}

impl Table<'_> {
    /// Plays a game.
    pub(super) fn play(
        &self,
        program: &Program,
        opponent: &mut Opponent,
    ) -> Result<Outcome, Failure> {
        // Solved before the program starts: its time does not include it.
        let value = self
            .session
            .probe(self.start, RequestedFields::ALL, self.context)?;
        // Without distances scores are what the players want.
        let score = value.score.filter(|_| value.plies.is_none());
        let (expected, score) = match self.seat {
            Seat::First => (value.wdl, score),
            Seat::Second => (-value.wdl, score.map(|score| -score)),
        };
        let mut record = GameRecord::new(self.session, self.start)?;
        let mut dialogue = program.talk().context("cannot run the program")?;
        let end = self.moves(&mut record, &mut dialogue, opponent)?;
        let farewell = match &end {
            End::Result(result, _) => format!("end {}\n", result.name()),
            End::Fault(..) => String::new(),
        };
        let stderr = dialogue.end(&farewell).context("cannot end the program")?;
        let made = record.final_score(self.seat)?;
        let score = score.map(|expected| Score { made, expected });
        let (verdict, what, result) = match end {
            End::Fault(verdict, what) => (verdict, what, None),
            End::Result(result, how) => {
                let is_worse = result < expected || score.is_some_and(Score::is_worse);
                let verdict = match is_worse {
                    true => Verdict::WrongAnswer,
                    false => Verdict::Accepted,
                };
                let by = score.and_then(|score| score.made).map(by_points);
                (
                    verdict,
                    format!("{how}{}", by.unwrap_or_default()),
                    Some(result),
                )
            }
        };
        let mistake = match verdict {
            Verdict::Accepted => None,
            _ => self.mistake(&record)?,
        };
        Ok(Outcome {
            verdict,
            what,
            result,
            expected,
            score,
            plies: record.plies().to_vec(),
            mistake,
            stderr,
        })
    }

    fn moves(
        &self,
        record: &mut GameRecord<'_>,
        dialogue: &mut Dialogue,
        opponent: &mut Opponent,
    ) -> Result<End, Failure> {
        let mut text = format!("start {}\n", record.position());
        loop {
            if let Some(end) = record.end()? {
                return Ok(self.result(end));
            }
            if record.plies().len() as u64 >= self.max_moves {
                return Ok(End::Result(Wdl::Draw, "a draw: the game is too long"));
            }
            if record.turn() != self.seat {
                let context = self.context.restart_clock();
                let by = opponent.choose(self.session, record.position(), &context)?;
                record.make(&by).map_err(own_move)?;
                text += &format!("move {by}\n");
                continue;
            }
            text += &format!("turn {}\n", record.position());
            let reply = dialogue.ask(&text, self.context);
            text.clear();
            match reply.context("cannot talk to the program")? {
                Reply::Line(line) => {
                    let line = String::from_utf8_lossy(&line);
                    match record.make(line.trim()) {
                        Ok(_) => {}
                        Err(MoveError::Query(error)) => return Err(error.into()),
                        Err(problem) => {
                            let what = format!("{problem}, at {}", record.position());
                            return Ok(End::Fault(Verdict::IllegalMove, shown(&what)));
                        }
                    }
                }
                Reply::Closed => {
                    let how = dialogue.exit().context("cannot end the program")?;
                    let what = match how {
                        Some(how) => format!("the program ended instead of moving: {how}"),
                        None => "the program closed its output instead of moving".to_owned(),
                    };
                    return Ok(End::Fault(Verdict::NoMove, what));
                }
                Reply::OutOfTime => {
                    let what = format!("more than {:?} for a move", self.limit);
                    return Ok(End::Fault(Verdict::TimeLimit, what));
                }
                Reply::TooLong => {
                    let what = "a line that is much longer than any move".to_owned();
                    return Ok(End::Fault(Verdict::TooLong, what));
                }
                Reply::Stopped(stop) => return Err(QueryError::Stop(stop).into()),
            }
        }
    }

    fn result(&self, end: GameEnd) -> End {
        match end {
            GameEnd::Won(seat) if seat == self.seat => End::Result(Wdl::Win, "the program wins"),
            GameEnd::Won(_) => End::Result(Wdl::Loss, "the program loses"),
            GameEnd::Drawn => End::Result(Wdl::Draw, "a draw"),
            GameEnd::Repeated => End::Result(Wdl::Draw, "a draw by repetition"),
        }
    }

    /// The program's first mistake.
    fn mistake(
        &self,
        record: &GameRecord<'_>,
    ) -> Result<Option<(Mistake, Option<String>)>, Failure> {
        let Some(mistake) = review(record, self.seat, self.context)?.mistake else {
            return Ok(None);
        };
        let ply = &record.plies()[mistake.number - 1];
        let limits = Limits {
            moves: 1,
            ..Limits::default()
        };
        let context = self.context.restart_clock();
        let analysis = self.session.analyse(&ply.from, limits, &context)?;
        Ok(Some((mistake, analysis.why.map(|why| why.text))))
    }
}

/// ` by 3 points`; nothing for a draw.
pub(super) fn by_points(score: i64) -> String {
    match score.unsigned_abs() {
        0 => String::new(),
        1 => " by 1 point".to_owned(),
        points => format!(" by {points} points"),
    }
}

/// A move of the opponent that cannot be made: an error of the rules or of kibitz.
fn own_move(problem: MoveError) -> Failure {
    match problem {
        MoveError::Query(error) => error.into(),
        problem => Failure::System(anyhow::anyhow!("a move of the opponent: {problem}")),
    }
}

/// Text of the program, made safe for a terminal.
fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '·' } else { c };
    let mut shown: String = text.chars().take(4 * MAX_QUOTE).map(plain).collect();
    if text.chars().count() > 4 * MAX_QUOTE {
        shown.push('…');
    }
    shown
}
