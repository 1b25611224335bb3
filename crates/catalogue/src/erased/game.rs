//! Type-erased games, with their parameters and solvers.

use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{
    Axes, CatalogueGame, Expander, Flow, Info, Places, Presentable, RunContext, SettingError,
    Settings, Step, TextError, Turn, Value, View, Wdl,
};
use kibitz_solve::explore_vectors::VectorSource;
use kibitz_solve::retrograde::KernelGraph;
use kibitz_solve::{
    Cache, NotWritten, RequestedFields, RuleText, Scope, SolveError, Solver, TableSolver, solve,
    write_listed, write_numbered,
};
use kibitz_tablebase::{Description, Level, Table, WriteError};

use super::position::{AnyPosition, Pos, typed};
use super::solution::{AnySolution, Solved};
use super::table::{SAMPLE, TableCheck};
use crate::SetOut;
use crate::contest::{ErasedContest, Generated};

/// A move with its name.
pub struct NamedStep {
    /// The successor.
    pub to: Pos,
    /// Who moves next.
    pub turn: Turn,
    /// The points of the move, in score play.
    pub points: i64,
    /// The name in the game's notation.
    pub name: String,
    /// What it touches on the picture of the position before it.
    pub places: Option<Places>,
}

/// A numbering of positions.
pub struct NumberingInfo {
    /// Its name in table files.
    pub name: &'static str,
    /// Upper bound of the numbers.
    pub size: u64,
    /// Whether positions that are symmetric to each other have one number.
    pub has_symmetry: bool,
}

/// A type-erased game.
pub trait AnyGame: Send + Sync {
    /// The description.
    fn info(&self) -> Info<'_>;
    /// The parameters.
    fn settings(&self) -> &SetOut;
    /// The default position.
    fn default_position(&self) -> Pos;
    /// The position of a text.
    ///
    /// # Errors
    /// Returns an error that says where the text is invalid.
    fn parse(&self, text: &str) -> Result<Pos, TextError>;
    /// The text of a position.
    fn write(&self, p: &Pos) -> String;
    /// The names of the first and the second player.
    fn players(&self) -> [&'static str; 2];
    /// The player to move, if positions name the players.
    fn mover(&self, p: &Pos) -> Option<&'static str>;
    /// The picture of a position.
    fn view(&self, p: &Pos) -> View;
    /// How moves that are not listed are written.
    fn move_syntax(&self) -> Option<&'static str>;
    /// The axes of maps, if there are maps.
    fn axes(&self) -> Option<Axes>;
    /// Whether positions can be sampled from the templates.
    fn has_templates(&self) -> bool;
    /// The result of a player without a legal move.
    fn no_move_result(&self) -> Wdl;
    /// The value of a statically decided position.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn static_value(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError>;
    /// In score play, the score of a position that is decided or has no moves.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn final_score(&self, p: &dyn AnyPosition) -> Result<Option<i64>, SolveError>;
    /// The number of moves of a position that is not statically decided.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The bytes that a stored position takes.
    fn bytes(&self, p: &dyn AnyPosition) -> usize;
    /// The move of this name; `None` if there is none or moves are listed.
    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep>;
    /// Every move with its name, in the order of the rules.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn named_steps(
        &self,
        p: &Pos,
        visit: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError>;
    /// Whether visits cover all positions of the game, whatever the root.
    fn visits_all(&self) -> bool;
    /// A solution for a scope: the cached one if it covers the request.
    ///
    /// # Errors
    /// Returns an error if a limit is reached or the rules fail.
    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Box<dyn AnySolution>, SolveError>;
    /// The numbering of table files; `None` if the game has no such tables.
    fn numbering(&self) -> Option<NumberingInfo>;
    /// Appends what the rules say about the position of a number.
    ///
    /// # Errors
    /// Returns an error if the rules fail.
    fn describe_number(&self, number: u64, text: &mut String) -> Result<(), SolveError>;

    /// The graph that several processes solve together; `None` if the game has no such graph.
    fn kernel_graph(&self) -> Option<Box<dyn KernelGraph + '_>>;
    /// What several processes enumerate and solve together, from a root; `None` if it is
    /// not a game on state vectors.
    fn vectors(&self, root: &Pos) -> Option<Box<dyn VectorSource + '_>>;
    /// Solves the whole game and writes its values to a file; returns its length.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the rules fail or the file cannot be written.
    fn write_table(
        &self,
        description: Description,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten>;
    /// The rules as a table file that lists what is reachable from `root` has them; `None` if the
    /// table files of the game do not.
    fn rule_text(&self, root: &Pos) -> Option<RuleText>;
    /// Solves what is reachable from a position and writes it to a file that lists the positions;
    /// returns its length.
    ///
    /// # Errors
    /// Returns an error if a limit is reached, the rules fail or the file cannot be written.
    fn write_listed_table(
        &self,
        description: Description,
        root: &Pos,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten>;
    /// The same game with the values of a table, and what it does not have refused or solved;
    /// `None` if the game has no tables.
    fn with_table(&self, table: Arc<Table>, falls_back: bool) -> Option<Arc<dyn AnyGame>>;
    /// Compares a table with the rules; `None` if the game has no tables.
    fn check_table(
        &self,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<TableCheck, CheckError>>;
    /// The contest format, if there is one.
    fn contest(&self) -> Option<&dyn ErasedContest>;
    /// The case generator, if there is one.
    fn generated(&self) -> Option<&dyn Generated>;
}

/// A game, its parameters, its solver and the cached solution.
pub struct Opened<G: Presentable> {
    game: Arc<G>,
    set: SetOut,
    solver: Arc<dyn Solver<G>>,
    cache: Cache<G>,
    contest: Option<Arc<dyn ErasedContest>>,
    generated: Option<Arc<dyn Generated>>,
}

impl<G: Presentable> Opened<G> {
    /// A game with parameters that have been set, without a contest.
    pub fn new(game: Arc<G>, set: SetOut, solver: Arc<dyn Solver<G>>) -> Opened<G> {
        Opened {
            game,
            set,
            solver,
            cache: Cache::default(),
            contest: None,
            generated: None,
        }
    }

    /// The same game with a contest format and a case generator.
    #[must_use]
    pub fn with_contest<C: ErasedContest + Generated + 'static>(
        self,
        contest: Arc<C>,
    ) -> Opened<G> {
        Opened {
            contest: Some(Arc::clone(&contest) as Arc<dyn ErasedContest>),
            generated: Some(contest),
            ..self
        }
    }

    /// The same game with its own contest format and case generator.
    pub(crate) fn with_own_contest(self) -> Opened<G>
    where
        G: ErasedContest + Generated + 'static,
    {
        let game = Arc::clone(&self.game);
        self.with_contest(game)
    }
}

impl<G: CatalogueGame> Opened<G> {
    /// A game of the catalogue with some parameters.
    pub(crate) fn with(
        settings: &Settings,
        solver: Arc<dyn Solver<G>>,
    ) -> Result<Opened<G>, SettingError> {
        let game = G::with(settings)?;
        let values = game.settings(settings);
        Ok(Opened::new(
            Arc::new(game),
            SetOut::of(G::INFO, values),
            solver,
        ))
    }
}

impl<G: Presentable + 'static> Opened<G> {
    fn named(&self, p: &G::Pos, step: &Step<G::Pos, G::Move>) -> NamedStep {
        NamedStep {
            name: self.game.write_move(p, &step.by),
            places: self.game.places(p, &step.by),
            to: step.to.to_pos(),
            turn: step.turn,
            points: step.points,
        }
    }
}

impl<G: Presentable + 'static> AnyGame for Opened<G> {
    fn info(&self) -> Info<'_> {
        self.game.info()
    }

    fn settings(&self) -> &SetOut {
        &self.set
    }

    fn default_position(&self) -> Pos {
        self.game.default_position().to_pos()
    }

    fn parse(&self, text: &str) -> Result<Pos, TextError> {
        self.game.parse(text).map(|p| p.to_pos())
    }

    fn write(&self, p: &Pos) -> String {
        self.game.write(typed(p.any()))
    }

    fn players(&self) -> [&'static str; 2] {
        self.game.players()
    }

    fn mover(&self, p: &Pos) -> Option<&'static str> {
        self.game.mover(typed(p.any()))
    }

    fn view(&self, p: &Pos) -> View {
        self.game.view(typed(p.any()))
    }

    fn move_syntax(&self) -> Option<&'static str> {
        self.game.move_syntax()
    }

    fn axes(&self) -> Option<Axes> {
        self.game.axes()
    }

    fn has_templates(&self) -> bool {
        self.game.has_templates()
    }

    fn no_move_result(&self) -> Wdl {
        self.game.no_move_result()
    }

    fn static_value(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError> {
        let p = typed(p);
        self.game
            .static_value(p)
            .map_err(|e| SolveError::fault(p, e))
    }

    fn final_score(&self, p: &dyn AnyPosition) -> Result<Option<i64>, SolveError> {
        let p = typed(p);
        let score = self.game.final_score(p);
        score.map_err(|e| SolveError::fault(p, e))
    }

    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError> {
        let p = typed(p);
        self.game.degree(p).map_err(|e| SolveError::fault(p, e))
    }

    fn bytes(&self, p: &dyn AnyPosition) -> usize {
        /// Overhead of an `Arc`: two counters and a wide pointer.
        const SHARED: usize = 2 * size_of::<usize>() + size_of::<Pos>();
        SHARED + size_of::<G::Pos>() + self.game.heap_bytes(typed(p))
    }

    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep> {
        let p = typed(p.any());
        let step = self.game.read_step(p, text)?;
        Some(self.named(p, &step))
    }

    fn named_steps(
        &self,
        p: &Pos,
        visit: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError> {
        let p = typed(p.any());
        let flow = self.game.expand(p, |step| visit(self.named(p, &step)));
        flow.map(drop).map_err(|e| SolveError::fault(p, e))
    }

    fn visits_all(&self) -> bool {
        self.solver.visits_all()
    }

    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Box<dyn AnySolution>, SolveError> {
        let scope = scope.map(|p| typed::<G::Pos>(p.any()).clone());
        let solution = self
            .cache
            .get(&*self.solver, &self.game, scope, wanted, context)?;
        Ok(Box::new(Solved {
            game: Arc::clone(&self.game),
            solution,
        }))
    }

    fn numbering(&self) -> Option<NumberingInfo> {
        let numbering = self.solver.numbering(&self.game)?;
        let size = numbering.size(&self.game);
        // Positions of a symmetry-reduced table that stand for several.
        let sample = (0..size).step_by(size.div_ceil(SAMPLE).max(1) as usize);
        let mut positions = sample.filter_map(|number| numbering.unrank(&self.game, number));
        Some(NumberingInfo {
            name: numbering.name(),
            size,
            has_symmetry: positions.any(|p| numbering.orbit_size(&self.game, &p) > 1),
        })
    }

    fn describe_number(&self, number: u64, text: &mut String) -> Result<(), SolveError> {
        let game = &*self.game;
        let Some(numbering) = self.solver.numbering(game) else {
            return Ok(());
        };
        let Some(p) = numbering.unrank(game, number) else {
            return Ok(());
        };
        let fault = |e: G::Fault| SolveError::fault(&p, e);
        let mut expander = game.expander();
        let decided = expander.static_value(&p).map_err(fault)?;
        let _ = write!(text, "{number} {} {decided:?}", game.write(&p));
        if decided.is_none() {
            let mut successors = Vec::new();
            expander.expand(&p, &mut successors).map_err(fault)?;
            for step in &successors {
                let rank = numbering.rank(game, &step.to);
                let _ = write!(text, " {rank:?} {:?}", step.turn);
            }
        }
        text.push('\n');
        Ok(())
    }

    fn kernel_graph(&self) -> Option<Box<dyn KernelGraph + '_>> {
        self.solver.kernel_graph(&self.game)
    }

    fn vectors(&self, root: &Pos) -> Option<Box<dyn VectorSource + '_>> {
        self.solver.vectors(&self.game, typed(root.any()))
    }

    fn write_table(
        &self,
        description: Description,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten> {
        let game = &*self.game;
        let missing = || WriteError::Source(SolveError::missing(&"a numbering"));
        let numbering = self.solver.numbering(game).ok_or_else(missing)?;
        let wanted = RequestedFields {
            visits: true,
            ..RequestedFields::ALL
        };
        let solver = &*self.solver;
        let solution = match context.scratch() {
            // Not cached: it may use working files, which are removed when the table is written.
            Some(_) => {
                let scope = solver.scope(game, Scope::All);
                solve(solver, game, &scope, solver.wanted(wanted), context)
            }
            None => self.cache.get(solver, game, Scope::All, wanted, context),
        };
        let solution = solution.map_err(WriteError::Source)?;
        write_numbered(
            description,
            level,
            &|numbers, into| solution.entries(game, &*numbering, numbers, context, into),
            &|numbers, into| solution.distinct_entries(game, &*numbering, numbers, context, into),
            &|numbers, into| solution.evaluations(game, &*numbering, numbers, context, into),
            path,
            context,
        )
    }

    fn rule_text(&self, root: &Pos) -> Option<RuleText> {
        self.solver.rule_text(&self.game, typed(root.any()))
    }

    fn write_listed_table(
        &self,
        description: Description,
        root: &Pos,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten> {
        let game = &*self.game;
        let scope = Scope::from_one(typed::<G::Pos>(root.any()).clone());
        // A solver for which more than Grundy values costs more lists components, which have
        // nothing else.
        let wanted = RequestedFields {
            grundy: true,
            ..RequestedFields::default()
        };
        let solver = &*self.solver;
        let solution = match context.scratch() {
            // Not cached, as in `write_table`.
            Some(_) => solve(solver, game, &scope, solver.wanted(wanted), context),
            None => self.cache.get(solver, game, scope, wanted, context),
        };
        let solution = solution.map_err(WriteError::Source)?;
        let rows = solution.table_rows(game, context);
        let missing = || WriteError::Source(SolveError::missing(&"rows"));
        let rows = rows.map_err(WriteError::Source)?.ok_or_else(missing)?;
        write_listed(description, &*rows, level, path, context)
    }

    fn with_table(&self, table: Arc<Table>, falls_back: bool) -> Option<Arc<dyn AnyGame>> {
        let solver = match self.solver.with_components(&table, falls_back) {
            Some(solver) => solver,
            None => {
                let solver = TableSolver::new(&self.solver, &self.game, table)?;
                Arc::new(match falls_back {
                    true => solver.with_fallback(),
                    false => solver,
                })
            }
        };
        let game = Arc::clone(&self.game);
        Some(Arc::new(Opened {
            contest: self.contest.clone(),
            generated: self.generated.clone(),
            ..Opened::new(game, self.set.clone(), solver)
        }))
    }

    fn check_table(
        &self,
        table: &Table,
        context: &RunContext,
    ) -> Option<Result<TableCheck, CheckError>> {
        let verdict = self.solver.check(&self.game, table, context)?;
        Some(verdict.map(|verdict| match verdict {
            Verdict::Correct(counts) => TableCheck::Correct(counts),
            Verdict::Wrong(wrong) => TableCheck::Wrong {
                number: wrong.number,
                position: wrong.position.map(|p| self.game.write(&p)),
                problem: wrong.problem.describe(|p| self.game.write(p)),
            },
        }))
    }

    fn contest(&self) -> Option<&dyn ErasedContest> {
        self.contest.as_deref()
    }

    fn generated(&self) -> Option<&dyn Generated> {
        self.generated.as_deref()
    }
}
