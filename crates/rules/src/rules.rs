//! A rule file that is loaded: a game like any other.
//!
//! | file | what it holds |
//! | --- | --- |
//! | `worker` | asks the file's functions, for one thread |
//! | `machines` | interpreters, one for each thread |
//! | `fold`, `group` | representatives under `canon` and `symmetry` |
//! | `parts` | positions that fall apart: several starts, `split` |
//! | `position`, `text` | positions, and how people write them |
//! | `game`, `slots` | the game for people, and for the engines |
//! | `targets` | where moves lead, for whoever looks at many positions |
//! | `present` | what there is to say about it: name, parameters, templates |
//! | `claim` | claims in files of their own |
//! | `failure` | mistakes and faults, with the file |
//! | `budget` | the memory that questions take |

mod budget;
mod claim;
mod failure;
mod fold;
mod game;
mod group;
mod machines;
mod parts;
mod position;
mod present;
mod slots;
mod targets;
mod text;
mod worker;

use std::sync::Arc;

use kibitz_game::Wdl;

use crate::check::check;
use crate::compile::{Compiled, NotCompiled};
use crate::fault::Limits;
use crate::shape::Shape;
use crate::source::{Mistake, Source};
use crate::tree::{Cycles, FunctionId, Play, Program};

use self::fold::Folding;
use self::machines::Machines;
use self::present::Texts;

pub use self::failure::Failure;
pub use self::game::Named;
pub use self::position::Position;
pub use self::present::{Setting, SettingValue};
pub use self::worker::{Claimed, Worker};

/// A rule file with its parameters, ready to be asked.
#[derive(Debug)]
pub struct Rules {
    source: Arc<Source>,
    program: Arc<Program>,
    machines: Machines,
    shape: Shape,
    /// Where play begins, as the file says it: each one a part of a sum.
    starts: Vec<Vec<i64>>,
    folding: Folding,
    /// Whether some move has a name of its own.
    has_labels: bool,
    /// Machine code, or why there can be none.
    compiled: Result<Compiled, NotCompiled>,
    texts: Texts,
}

/// Whose moves they are, and how the file calls them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `moves`: positions as the mover sees them.
    Moves(FunctionId),
    /// `left` and `right`: positions that both see alike.
    Sides {
        /// Left's moves.
        left: FunctionId,
        /// Right's moves.
        right: FunctionId,
    },
}

impl Rules {
    /// Loads a rule file. `set` replaces values of parameters by Python
    /// literals.
    ///
    /// # Errors
    /// Where the file has a mistake, or its module, its `start`, or folding or
    /// splitting the start fails.
    pub fn open(
        source: Source,
        set: &[(String, String)],
        limits: Limits,
    ) -> Result<Rules, Failure> {
        let file = Arc::new(source);
        let program = check(Source::clone(&file), set);
        let program = program.map_err(|mistake| Failure::mistake(mistake, &file))?;
        Rules::load(file, program, limits)
    }

    fn load(file: Arc<Source>, program: Program, limits: Limits) -> Result<Rules, Failure> {
        let program = Arc::new(program);
        let mistake = |mistake| Failure::mistake(mistake, &file);
        let machines = Machines::new(Arc::clone(&program), limits);
        let fault = |fault| Failure::fault(fault, &file);
        let (shape, starts) = machines.ask(|machine| machine.starts()).map_err(fault)?;
        if starts.len() > parts::MOST_PARTS {
            let span = program.roles.start.unwrap_or(program.module);
            let span = program.functions[span.0 as usize].span;
            return Err(fault(parts::too_many(span)));
        }
        refuse_sums(&program, &starts).map_err(mistake)?;
        let folding = Folding::new(&program, &shape).map_err(mistake)?;
        let made = machines.ask(|machine| {
            let compiled = Compiled::new(&program, machine, &shape, limits);
            Ok((Texts::new(machine, &shape, &starts), compiled))
        });
        let (texts, compiled) = made.map_err(fault)?;
        let rules = Rules {
            has_labels: targets::has_labels(&program),
            texts,
            compiled,
            source: Arc::clone(&file),
            program,
            machines,
            shape,
            starts,
            folding,
        };
        // A start that cannot be folded or split is an error of the file, and not
        // of a position that is read later.
        rules.start()?;
        Ok(rules)
    }

    /// The checked file.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The text of the file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// What positions look like.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whose moves the file has.
    ///
    /// # Panics
    /// Never: a file has `moves`, or `left` and `right`, or it is refused.
    #[must_use]
    pub fn kind(&self) -> Kind {
        let roles = &self.program.roles;
        match (roles.moves, roles.left, roles.right) {
            (Some(moves), _, _) => Kind::Moves(moves),
            (None, Some(left), Some(right)) => Kind::Sides { left, right },
            _ => unreachable!("a checked file has moves, or left and right"),
        }
    }

    /// Whether the players have different moves.
    #[must_use]
    pub fn has_sides(&self) -> bool {
        matches!(self.kind(), Kind::Sides { .. })
    }

    /// Whether positions are sums of parts: the file says so by several starts
    /// or `split`.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        self.starts.len() > 1 || self.program.roles.split.is_some()
    }

    /// What it means to have no move.
    #[must_use]
    pub fn no_move(&self) -> Wdl {
        match self.program.play {
            Play::Normal => Wdl::Loss,
            Play::Misere => Wdl::Win,
        }
    }

    /// Whether a cycle is a mistake in the rules.
    #[must_use]
    pub fn forbids_cycles(&self) -> bool {
        self.program.cycles == Cycles::Error
    }

    /// Why positions have no Grundy values, as far as the file alone tells it;
    /// extra turns and cycles show in play only.
    #[must_use]
    pub fn no_grundy(&self) -> Option<&'static str> {
        why_no_sum(&self.program)
    }

    /// Whether positions that play alike are folded into one.
    #[must_use]
    pub fn is_folded(&self) -> bool {
        !matches!(self.folding, Folding::None)
    }
}

impl Rules {
    /// Refuses the game: what is wrong with it, what to do, and further facts;
    /// it is shown at a function, the one with the moves if no other is named.
    #[must_use]
    pub fn refuse(
        &self,
        at: Option<FunctionId>,
        message: &str,
        help: &str,
        notes: Vec<String>,
    ) -> Failure {
        let span = self.span(at.unwrap_or_else(|| self.mover(None)));
        self.told(Mistake {
            notes,
            ..Mistake::at(span, message).help(help)
        })
    }

    /// A mistake with the file in which it is.
    #[must_use]
    pub fn told(&self, mistake: Mistake) -> Failure {
        Failure::mistake(mistake, &self.source)
    }

    /// The function that folds positions.
    #[must_use]
    pub fn folds(&self) -> Option<FunctionId> {
        let roles = &self.program.roles;
        roles.canon.or(roles.symmetry)
    }

    /// The same game without `canon` and `symmetry`.
    ///
    /// # Errors
    /// As [`open`](Rules::open).
    pub fn unfolded(&self) -> Result<Rules, Failure> {
        let mut program = Program::clone(&self.program);
        program.roles.canon = None;
        program.roles.symmetry = None;
        self.with(program)
    }

    /// The same game without `split`.
    ///
    /// # Errors
    /// As [`open`](Rules::open).
    pub fn unsplit(&self) -> Result<Rules, Failure> {
        let mut program = Program::clone(&self.program);
        program.roles.split = None;
        self.with(program)
    }

    fn with(&self, program: Program) -> Result<Rules, Failure> {
        Rules::load(Arc::clone(&self.source), program, self.machines.limits)
    }
}

/// Why the theory of Sprague and Grundy does not apply, as far as the file
/// alone tells it.
fn why_no_sum(program: &Program) -> Option<&'static str> {
    if program.roles.left.is_some() {
        Some("the players have different moves (`left` and `right`)")
    } else if program.roles.over.is_some() {
        Some("`over` decides positions before a player is stuck")
    } else if program.play == Play::Misere {
        Some("in misère play sums have none")
    } else {
        None
    }
}

/// Sums are for impartial games in normal play.
fn refuse_sums(program: &Program, starts: &[Vec<i64>]) -> Result<(), Mistake> {
    let Some(why) = why_no_sum(program) else {
        return Ok(());
    };
    let (function, what, help) = if let Some(split) = program.roles.split {
        (split, "`split` makes sums", "remove `split`")
    } else if starts.len() > 1 {
        let start = program.roles.start.unwrap_or(program.module);
        let help = "yield one position, with all parts as its fields";
        (start, "several starts make a sum", help)
    } else {
        return Ok(());
    };
    let span = program.functions[function.0 as usize].span;
    let message = format!("{what}, whose value comes from Grundy values; but {why}");
    Err(Mistake::at(span, message).help(help))
}
