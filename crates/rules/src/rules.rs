//! Rule files as games.
//!
//! | module | content |
//! | --- | --- |
//! | `worker` | calls of the file's functions, for one thread |
//! | `machines` | interpreters, one per thread |
//! | `canonical`, `group` | canonical forms under `canon` and `symmetry` |
//! | `parts` | sums: several starting positions, `split` |
//! | `position`, `text` | positions and their notation |
//! | `game`, `slots` | the game for users, and for the engines |
//! | `heap` | the moves of heaps of any size, read off the tree |
//! | `targets` | successors without labels |
//! | `present` | presentation: name, parameters, templates |
//! | `case`, `shared` | cases of the contest, and rules that depend on them |
//! | `coded` | the game for enumeration, in fewer words |
//! | `claim` | claims in separate files |
//! | `failure` | diagnostics and faults, with the file |
//! | `budget` | time and memory of a request |

mod budget;
mod canonical;
mod case;
mod claim;
mod coded;
mod failure;
mod game;
mod group;
mod heap;
mod machines;
mod parts;
mod position;
mod present;
mod sample;
mod shared;
mod slots;
mod targets;
mod text;
mod worker;

use std::sync::{Arc, Mutex, OnceLock};

use kibitz_game::Wdl;

use crate::check::check;
use crate::compile::{Compiled, NotCompiled};
use crate::fault::Limits;
use crate::shape::Shape;
use crate::source::{Diagnostic, Source};
use crate::tree::{Cycles, FunctionId, PlayConvention, Program};

use self::canonical::Canonicaliser;
use self::machines::Machines;
use self::present::Texts;
use self::shared::SharedRules;

pub use self::case::CaseStarts;
pub use self::coded::{Coded, CodedWorker};
pub use self::failure::Failure;
pub use self::game::Named;
pub use self::heap::{HeapMove, HeapMoves};
pub use self::position::Position;
pub use self::present::{Setting, SettingValue};
pub use self::worker::{Claimed, Worker};

/// A loaded rule file with its parameters.
#[derive(Debug)]
pub struct Rules {
    source: Arc<Source>,
    program: Arc<Program>,
    machines: Machines,
    shape: Shape,
    /// The starting positions of the file: each is a component of a sum.
    starts: Vec<Vec<i64>>,
    canonicaliser: Canonicaliser,
    /// Whether some move has a label.
    has_labels: bool,
    /// Machine code, or why there is none.
    compiled: Result<Compiled, NotCompiled>,
    /// `start` for all cases of the contest, compiled when the first one is read.
    start_of_cases: OnceLock<Result<Compiled, NotCompiled>>,
    /// The rules for all cases of the contest that change them.
    shared: Mutex<SharedRules>,
    texts: Texts,
}

/// Whether both players have the same moves, and the functions that generate
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `moves`, for both players: positions are seen from the mover's side.
    Moves(FunctionId),
    /// `left` and `right` (partizan): positions are independent of the mover.
    Sides {
        /// Left's moves.
        left: FunctionId,
        /// Right's moves.
        right: FunctionId,
    },
}

impl Rules {
    /// Loads a rule file. `set` overrides parameters with Python literals.
    ///
    /// # Errors
    /// Returns a failure if the file has an error, or if its module, `start`,
    /// or the canonicalisation or splitting of a starting position faults.
    pub fn open(
        source: Source,
        set: &[(String, String)],
        limits: Limits,
    ) -> Result<Rules, Failure> {
        let file = Arc::new(source);
        let program = check(Source::clone(&file), set);
        let program = program.map_err(|diagnostic| Failure::diagnostic(diagnostic, &file))?;
        Rules::load(file, program, limits, None)
    }

    /// The same game with positions of another shape, of the same types.
    fn reshaped(&self, shape: &Shape) -> Result<Rules, Failure> {
        let program = Program::clone(&self.program);
        let (file, limits) = (Arc::clone(&self.source), self.machines.limits);
        Rules::load(file, program, limits, Some(shape))
    }

    fn load(
        file: Arc<Source>,
        program: Program,
        limits: Limits,
        shape: Option<&Shape>,
    ) -> Result<Rules, Failure> {
        let program = Arc::new(program);
        let diagnostic = |diagnostic| Failure::diagnostic(diagnostic, &file);
        let machines = Machines::new(Arc::clone(&program), limits, Vec::new());
        let fault = |fault| Failure::fault(fault, &file);
        let learned = machines.ask(|machine| {
            let shape = match shape {
                Some(shape) => shape.clone(),
                None => sample::shape(machine)?,
            };
            let starts = machine.start_rows(&shape)?;
            Ok((shape, starts))
        });
        let (shape, starts) = learned.map_err(fault)?;
        if starts.len() > parts::MAX_PARTS {
            let span = program.roles.start.unwrap_or(program.module);
            let span = program.functions[span.0 as usize].span;
            return Err(fault(parts::too_many(span)));
        }
        refuse_sums(&program, &starts).map_err(diagnostic)?;
        let canonicaliser = Canonicaliser::new(&program, &shape).map_err(diagnostic)?;
        let made = machines.ask(|machine| {
            let compiled = Compiled::new(machine, &shape, limits);
            Ok((Texts::new(machine, &shape, &starts), compiled))
        });
        let (texts, compiled) = made.map_err(fault)?;
        let rules = Rules {
            has_labels: targets::has_labels(&program),
            texts,
            compiled,
            start_of_cases: OnceLock::new(),
            shared: Mutex::default(),
            source: Arc::clone(&file),
            program,
            machines,
            shape,
            starts,
            canonicaliser,
        };
        // A starting position that cannot be canonicalised or split is an error of
        // the file, not of a position that is parsed later.
        rules.start()?;
        Ok(rules)
    }

    /// The checked program.
    #[must_use]
    pub fn program(&self) -> &Program {
        &self.program
    }

    /// The text of the file.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// A hash of the file's meaning: 32 hexadecimal digits, XXH3 of 128 bits.
    ///
    /// It does not depend on layout (comments, blank lines, spaces, width of
    /// indentation, line breaks inside brackets, line ends, byte order mark),
    /// docstrings, the spelling of strings and ints, and the names of local
    /// variables and parameters. It depends on everything else in the file,
    /// including names that are visible outside a function: of functions,
    /// globals, fields of positions (the parameters of `moves` or `left`) and
    /// parameters that a call passes by keyword. It does not depend on
    /// overrides of parameters (`set` in [`open`](Rules::open)), nor on the
    /// version of kibitz.
    ///
    /// ```
    /// use kibitz_rules::{Rules, fault::Limits, source::Source};
    ///
    /// let meaning = |text: String| {
    ///     let rules = Rules::open(Source::new("game.py", text), &[], Limits::default());
    ///     rules.unwrap().meaning()
    /// };
    /// let text = "
    /// def start():
    ///     yield 7
    ///
    /// def moves(left):
    ///     for k in range(1, 4):
    ///         if k <= left:
    ///             yield left - k
    /// ";
    /// let renamed = text.replace('k', "taken") + "# Take 1, 2 or 3 matches.";
    /// assert_eq!(meaning(renamed), meaning(text.to_owned()));
    ///
    /// let other = text.replace("<=", "<");
    /// assert_ne!(meaning(other), meaning(text.to_owned()));
    /// ```
    #[must_use]
    pub fn meaning(&self) -> String {
        format!("{:032x}", self.program.meaning)
    }

    /// The shape of positions.
    #[must_use]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether the file defines `moves`, or `left` and `right`.
    ///
    /// # Panics
    /// Never: a checked file has `moves`, or `left` and `right`.
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

    /// Whether positions are sums of components: several starting positions, or
    /// `split`.
    #[must_use]
    pub fn is_sum(&self) -> bool {
        self.starts.len() > 1 || self.program.roles.split.is_some()
    }

    /// The result of a player without a legal move.
    #[must_use]
    pub fn no_move(&self) -> Wdl {
        match self.program.play {
            PlayConvention::Normal => Wdl::Loss,
            PlayConvention::Misere => Wdl::Win,
            PlayConvention::Score => Wdl::Draw,
        }
    }

    /// Whether the players play for points.
    #[must_use]
    pub fn is_scored(&self) -> bool {
        self.program.play == PlayConvention::Score
    }

    /// Whether a cycle is an error in the rules.
    #[must_use]
    pub fn forbids_cycles(&self) -> bool {
        self.program.cycles == Cycles::Error
    }

    /// Why positions have no Grundy values, as far as the file shows; extra
    /// turns and cycles are found only by enumeration.
    #[must_use]
    pub fn no_grundy(&self) -> Option<&'static str> {
        why_no_sum(&self.program)
    }

    /// Whether positions are reduced to canonical forms.
    #[must_use]
    pub fn is_symmetry_reduced(&self) -> bool {
        !matches!(self.canonicaliser, Canonicaliser::None)
    }
}

impl Rules {
    /// An error of the game: message, help and notes. It is reported at a
    /// function, by default the one that generates the moves.
    #[must_use]
    pub fn refuse(
        &self,
        at: Option<FunctionId>,
        message: &str,
        help: &str,
        notes: Vec<String>,
    ) -> Failure {
        let span = self.span(at.unwrap_or_else(|| self.mover(None)));
        self.failure(Diagnostic {
            notes,
            ..Diagnostic::at(span, message).help(help)
        })
    }

    /// A diagnostic with its file.
    #[must_use]
    pub fn failure(&self, diagnostic: Diagnostic) -> Failure {
        Failure::diagnostic(diagnostic, &self.source)
    }

    /// The function that canonicalises positions.
    #[must_use]
    pub fn canonicalising_function(&self) -> Option<FunctionId> {
        let roles = &self.program.roles;
        roles.canon.or(roles.symmetry)
    }

    /// The same game without `canon` and `symmetry`.
    ///
    /// # Errors
    /// As for [`open`](Rules::open).
    pub fn without_symmetry_reduction(&self) -> Result<Rules, Failure> {
        let mut program = Program::clone(&self.program);
        program.roles.canon = None;
        program.roles.symmetry = None;
        self.with(program)
    }

    /// The same game without `split`.
    ///
    /// # Errors
    /// As for [`open`](Rules::open).
    pub fn without_split(&self) -> Result<Rules, Failure> {
        let mut program = Program::clone(&self.program);
        program.roles.split = None;
        self.with(program)
    }

    fn with(&self, program: Program) -> Result<Rules, Failure> {
        let (file, limits) = (Arc::clone(&self.source), self.machines.limits);
        // The rows of both are compared.
        Rules::load(file, program, limits, Some(&self.shape))
    }
}

/// Why Sprague–Grundy theory does not apply, as far as the file shows.
fn why_no_sum(program: &Program) -> Option<&'static str> {
    if program.roles.left.is_some() {
        Some("the players have different moves (`left` and `right`)")
    } else if program.roles.over.is_some() {
        Some("`over` decides positions in which a player still has moves")
    } else if program.play == PlayConvention::Misere {
        Some("the game is in misère play")
    } else if program.play == PlayConvention::Score {
        Some("the players play for points")
    } else {
        None
    }
}

/// Only impartial games in normal play are solved as sums.
fn refuse_sums(program: &Program, starts: &[Vec<i64>]) -> Result<(), Diagnostic> {
    let Some(why) = why_no_sum(program) else {
        return Ok(());
    };
    let (function, what, help) = if let Some(split) = program.roles.split {
        (split, "`split` defines sums", "remove `split`")
    } else if starts.len() > 1 {
        let start = program.roles.start.unwrap_or(program.module);
        let help = "yield one position with all components as its fields";
        (start, "several starting positions form a sum", help)
    } else {
        return Ok(());
    };
    let span = program.functions[function.0 as usize].span;
    let message = format!("{what}, and sums are solved by Grundy values; but {why}");
    Err(Diagnostic::at(span, message).help(help))
}
