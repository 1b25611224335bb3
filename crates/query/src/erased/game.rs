//! Type-erased games, with their parameters and solvers.

use std::fmt::Write;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kibitz_check::{CheckError, Verdict};
use kibitz_game::{
    Axes, Expander, Flow, Grundy, Info, Presentable, RunContext, Step, TextError, Turn, Value,
    View, Wdl,
};
use kibitz_solve::{
    Cache, Evaluation, RequestedFields, RuleText, Scope, SolveError, Solver, TableSolver, solve,
};
use kibitz_tablebase::{Description, Entry, Level, Table, TableWriter, WriteError};

use super::position::{AnyPosition, Pos, typed};
use super::solution::{AnySolution, Solved};
use crate::ask::analysis::SetOut;
use crate::contest::generated::Generated;
use crate::contest::judge::ErasedContest;
use crate::tables::{NotWritten, SAMPLE, TableCheck};

/// A move with its name.
pub(crate) struct NamedStep {
    pub(crate) to: Pos,
    pub(crate) turn: Turn,
    pub(crate) name: String,
}

/// A numbering of positions.
pub(crate) struct NumberingInfo {
    pub(crate) name: &'static str,
    pub(crate) size: u64,
    /// Whether positions that are symmetric to each other have one number.
    pub(crate) has_symmetry: bool,
}

/// A type-erased game.
pub(crate) trait AnyGame: Send + Sync {
    fn info(&self) -> Info<'_>;
    fn settings(&self) -> &SetOut;
    /// The default position.
    fn default_position(&self) -> Pos;
    fn parse(&self, text: &str) -> Result<Pos, TextError>;
    fn write(&self, p: &Pos) -> String;
    fn mover(&self, p: &Pos) -> Option<&'static str>;
    fn view(&self, p: &Pos) -> View;
    fn move_syntax(&self) -> Option<&'static str>;
    fn axes(&self) -> Option<Axes>;
    /// Whether positions can be sampled from the templates.
    fn has_templates(&self) -> bool;
    fn no_move_result(&self) -> Wdl;
    fn static_value(&self, p: &dyn AnyPosition) -> Result<Option<Value>, SolveError>;
    /// The number of moves of a position that is not statically decided.
    fn degree(&self, p: &dyn AnyPosition) -> Result<u64, SolveError>;
    /// The bytes that a stored position takes.
    fn bytes(&self, p: &dyn AnyPosition) -> usize;
    fn read_step(&self, p: &Pos, text: &str) -> Option<NamedStep>;
    /// Every move with its name, in the order of the rules.
    fn named_steps(
        &self,
        p: &Pos,
        visit: &mut dyn FnMut(NamedStep) -> Flow,
    ) -> Result<(), SolveError>;
    /// Whether visits cover all positions of the game, whatever the root.
    fn visits_all(&self) -> bool;
    /// A solution for a scope: the cached one if it covers the request.
    fn solution(
        &self,
        scope: &Scope<Pos>,
        wanted: RequestedFields,
        context: &RunContext,
    ) -> Result<Box<dyn AnySolution>, SolveError>;
    /// The numbering of table files; `None` if the game has no such tables.
    fn numbering(&self) -> Option<NumberingInfo>;
    /// Appends what the rules say about the position of a number.
    fn describe_number(&self, number: u64, text: &mut String) -> Result<(), SolveError>;
    /// Solves the whole game and writes its values to a file.
    fn write_table(
        &self,
        description: Description,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten>;
    /// The rules as a table file that lists positions has them; `None` if the table files of the
    /// game do not.
    fn rule_text(&self) -> Option<RuleText>;
    /// Solves what is reachable from a position and writes it to a file that lists the positions.
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
    fn contest(&self) -> Option<&dyn ErasedContest>;
    fn generated(&self) -> Option<&dyn Generated>;
}

/// A game, its parameters, its solver and the cached solution.
pub(crate) struct Opened<G: Presentable> {
    pub(crate) game: Arc<G>,
    pub(crate) set: SetOut,
    pub(crate) solver: Arc<dyn Solver<G>>,
    pub(crate) cache: Cache<G>,
    pub(crate) contest: fn(&G) -> Option<&dyn ErasedContest>,
    pub(crate) generated: fn(&G) -> Option<&dyn Generated>,
}

impl<G: Presentable + 'static> Opened<G> {
    fn named(&self, p: &G::Pos, step: &Step<G::Pos, G::Move>) -> NamedStep {
        NamedStep {
            name: self.game.write_move(p, &step.by),
            to: step.to.to_pos(),
            turn: step.turn,
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
            for (to, turn) in &successors {
                let _ = write!(text, " {:?} {turn:?}", numbering.rank(game, to));
            }
        }
        text.push('\n');
        Ok(())
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
        let values = |numbers: Range<u64>, into: &mut Vec<Option<Entry>>| {
            solution.entries(game, &*numbering, numbers, context, into)
        };
        let evaluations = |numbers: Range<u64>| {
            let mut all = Vec::with_capacity((numbers.end - numbers.start) as usize);
            solution.evaluations(game, &*numbering, numbers, context, &mut all)?;
            Ok::<_, SolveError>(all)
        };
        let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
            let all = evaluations(numbers)?.into_iter();
            into.extend(all.map(|one| one.and_then(|one| one.grundy)));
            Ok(())
        };
        let first = evaluations(0..description.positions.min(SAMPLE));
        let first = first.map_err(WriteError::Source)?;
        let has_grundy = first.iter().flatten().any(|one| one.grundy.is_some());
        let mut writer = TableWriter::new(description).level(level).values(&values);
        if has_grundy {
            writer = writer.grundy(&grundy);
        }
        writer.write(path, context)
    }

    fn rule_text(&self) -> Option<RuleText> {
        self.solver.rule_text(&self.game)
    }

    fn write_listed_table(
        &self,
        mut description: Description,
        root: &Pos,
        level: Level,
        path: &Path,
        context: &RunContext,
    ) -> Result<u64, NotWritten> {
        let game = &*self.game;
        let scope = Scope::from_one(typed::<G::Pos>(root.any()).clone());
        let wanted = RequestedFields {
            visits: true,
            ..RequestedFields::ALL
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
        description.positions = rows.positions();
        description.packing = Some(rows.packing().clone());
        let values = |numbers: Range<u64>, into: &mut Vec<Option<Entry>>| {
            let entry = |one: Evaluation| Entry::of(one.wdl, one.plies);
            rows.evaluations(numbers, &mut |one| into.push(one.map(entry)))
        };
        let grundy = |numbers: Range<u64>, into: &mut Vec<Option<Grundy>>| {
            rows.evaluations(numbers, &mut |one| {
                into.push(one.and_then(|one| one.grundy))
            })
        };
        let depths = |numbers: Range<u64>, into: &mut Vec<Option<u32>>| {
            rows.vectors(numbers, &mut |_, depth| into.push(depth))
        };
        let packed = |numbers: Range<u64>, into: &mut Vec<u8>| {
            let mut row = Vec::new();
            rows.vectors(numbers, &mut |vector, _| {
                let fits = rows.packing().pack(vector, &mut row);
                debug_assert!(fits, "the packing is that of all vectors");
                into.extend(&row);
            })
        };
        let mut writer = TableWriter::new(description)
            .level(level)
            .values(&values)
            .depths(&depths)
            .rows(rows.packing().row_len() as u32, &packed);
        let mut first = Vec::new();
        grundy(0..rows.positions().min(1), &mut first).map_err(WriteError::Source)?;
        if first.iter().any(Option::is_some) {
            writer = writer.grundy(&grundy);
        }
        writer.write(path, context)
    }

    fn with_table(&self, table: Arc<Table>, falls_back: bool) -> Option<Arc<dyn AnyGame>> {
        let mut solver = TableSolver::new(&self.solver, &self.game, table)?;
        if falls_back {
            solver = solver.with_fallback();
        }
        Some(Arc::new(Opened {
            game: Arc::clone(&self.game),
            set: self.set.clone(),
            solver: Arc::new(solver),
            cache: Cache::default(),
            contest: self.contest,
            generated: self.generated,
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
        (self.contest)(&self.game)
    }

    fn generated(&self) -> Option<&dyn Generated> {
        (self.generated)(&self.game)
    }
}
