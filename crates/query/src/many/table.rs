//! Tables over parameters of a game and over fields of its positions.

mod axis;
mod grid;
mod heaps;
mod starts;

use std::sync::Arc;

use kibitz_game::{RunContext, SettingError, StopReason, TextError, counted};
use kibitz_solve::SolveError;

use crate::RequestedFields;
use crate::many::template::Template;
use crate::source::GameSchema;
use crate::{Evaluation, GameSource, QueryError, Session, TableFile, did_you_mean};
use kibitz_catalogue::SetOut;

pub use axis::Axis;
use grid::Grid;

/// A table to compute.
#[derive(Clone, Debug)]
pub struct ParameterTable<'a> {
    /// The game.
    pub game: &'a GameSource,
    /// Its parameters; `{name}` in a value is replaced by the value of that
    /// axis.
    pub set: &'a [(String, String)],
    /// The axes: parameters of the game, names in `set` or fields of the
    /// position.
    pub axes: &'a [Axis],
    /// The position, with fields in braces; by default the game's template with
    /// exactly these fields, or its default position.
    pub at: Option<&'a str>,
    /// The requested fields.
    pub wanted: RequestedFields,
    /// A table file with the values. If axes are parameters, the other games are solved.
    pub table: Option<Arc<TableFile>>,
}

/// A table of evaluations.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game's name in the catalogue.
    pub game: String,
    /// The parameters that are constant in the table.
    pub set: SetOut,
    /// The template of the positions, if any.
    pub at: Option<String>,
    /// The evaluations, the last axis varying fastest; `None` if there is no
    /// such position.
    pub cells: Vec<Option<Evaluation>>,
    /// Notes for the user.
    pub notes: Vec<String>,
    /// Why the run was stopped early; the remaining cells are empty.
    pub stopped: Option<StopReason>,
}

/// Number of templates quoted in an error.
const MAX_TEMPLATES: usize = 3;

/// Maximum number of axes.
const MAX_AXES: usize = 8;

impl ParameterTable<'_> {
    /// Computes the table, with one solve per game.
    ///
    /// # Errors
    /// Returns an error if a name or template is invalid, no cell has a
    /// position, a requested field is available for none, or a limit is
    /// reached.
    pub fn answer(&self, context: &RunContext) -> Result<Table, QueryError> {
        let _here = context.here();
        let plan = Plan::new(self)?;
        let is_complete = |table: &Table| table.cells.iter().all(Option::is_some);
        let shared = match plan.shared() {
            Some(shared) => Some(shared.answer(context)).filter(|table| match table {
                Ok(table) => is_complete(table),
                Err(_) => true,
            }),
            None => plan.of_starts(context),
        };
        match shared {
            Some(Ok(table)) => Ok(table),
            Some(Err(QueryError::Stop(stop))) => Err(QueryError::Stop(stop)),
            // Some position exists only in the game of its own parameters.
            _ => plan.answer(context),
        }
    }
}

impl Plan<'_> {
    fn answer(&self, context: &RunContext) -> Result<Table, QueryError> {
        let total = self.cells()?;
        let bytes = total as u64 * size_of::<Option<Evaluation>>() as u64;
        let _memory = context.reserve("the cells of a table", bytes)?;
        let mut filling = Filling {
            cells: Vec::new(),
            first_set: None,
            problem: None,
            notes: Vec::new(),
        };
        let stage = context.stage("computing the table", Some(total as u64));
        let mut stopped = None;
        for (done, choice) in self.games().enumerate() {
            let filled = filling.fill(self, &choice, total, context);
            let advance = || Ok(stage.advance_to(((done + 1) * self.grid_cells()) as u64)?);
            match filled.and_then(|()| advance()) {
                // The cells computed before the stop are kept.
                Err(QueryError::Stop(stop)) if filling.cells.iter().any(Option::is_some) => {
                    let note = format!("stopped after {}", counted(done as u64, "game"));
                    filling.notes.push(note + "; the remaining cells are empty");
                    stopped = Some(stop);
                    break;
                }
                filled => filled?,
            }
        }
        let table = filling.finish(self)?;
        Ok(Table { stopped, ..table })
    }
}

/// How the axes are used.
#[derive(Clone)]
struct Plan<'a> {
    request: &'a ParameterTable<'a>,
    game: GameSchema,
    set: Vec<(&'a str, Template)>,
    /// Whether each value of an axis opens another game.
    opens: Vec<bool>,
    at: Option<(String, Template)>,
}

impl<'a> Plan<'a> {
    fn new(request: &'a ParameterTable<'a>) -> Result<Plan<'a>, QueryError> {
        check_axes(request.axes)?;
        let constant = request.set.iter().filter(|(_, value)| {
            let value = Template::new(value);
            !request.axes.iter().any(|axis| value.has(&axis.name))
        });
        let game = request
            .game
            .schema(constant.map(|(name, value)| (name.as_str(), value.as_str())))?;
        let set: Vec<(&str, Template)> = request
            .set
            .iter()
            .map(|(name, value)| (name.as_str(), Template::new(value)))
            .collect();
        let opens = |axis: &Axis| {
            let is_parameter = game.parameters.contains(&axis.name);
            is_parameter || set.iter().any(|(_, value)| value.has(&axis.name))
        };
        let opens: Vec<bool> = request.axes.iter().map(opens).collect();
        let mut plan = Plan {
            request,
            game,
            set,
            opens,
            at: None,
        };
        plan.at = plan.template()?;
        Ok(plan)
    }

    /// The same with one solve for all values of parameters that only choose the starting
    /// position and are fields of `--at`; `None` if there are none.
    fn shared(&self) -> Option<Plan<'a>> {
        let (_, at) = self.at.as_ref()?;
        let mut shared = self.clone();
        for (opens, axis) in shared.opens.iter_mut().zip(self.request.axes) {
            let in_set = self.set.iter().any(|(_, value)| value.has(&axis.name));
            *opens &= in_set || !self.game.of_start.contains(&axis.name) || !at.has(&axis.name);
        }
        (shared.opens != self.opens).then_some(shared)
    }

    /// The axes that are fields of the position.
    fn fields(&self) -> impl Iterator<Item = &'a Axis> {
        let axes = self.request.axes.iter().zip(&self.opens);
        axes.filter(|(_, opens)| !**opens).map(|(axis, _)| axis)
    }

    fn template(&self) -> Result<Option<(String, Template)>, QueryError> {
        let Some(text) = self.request.at else {
            return self.listed_template();
        };
        let template = Template::new(text);
        let names = || self.request.axes.iter().map(|axis| axis.name.as_str());
        for (name, at) in template.fields() {
            if !names().any(|axis| axis == name) {
                let problem = TextError::new(at, format!("no --param {name}=… is given"));
                return Err(QueryError::Argument {
                    flag: "--at".to_owned(),
                    text: text.to_owned(),
                    problem: match did_you_mean(name, names()) {
                        Some(near) => problem.help(format!("did you mean `{{{near}}}`?")),
                        None => problem,
                    },
                });
            }
        }
        match self.fields().find(|axis| !template.has(&axis.name)) {
            Some(axis) => Err(self.no_field(axis)),
            None => Ok(Some((text.to_owned(), template))),
        }
    }

    /// The game's template with exactly these fields.
    fn listed_template(&self) -> Result<Option<(String, Template)>, QueryError> {
        let count = self.fields().count();
        let Some(first) = self.fields().next() else {
            return Ok(None);
        };
        let fields = self.game.fields.iter();
        let mut listed = fields.map(|text| (text, Template::new(text)));
        let fits = |template: &Template| {
            template.names().count() == count && self.fields().all(|axis| template.has(&axis.name))
        };
        match listed.find(|(_, template)| fits(template)) {
            Some((text, template)) => Ok(Some((text.clone(), template))),
            None => {
                let known = |axis: &&Axis| names_of(&self.game).any(|name| name == axis.name);
                let unknown = self.fields().find(|axis| !known(axis));
                Err(self.no_field(unknown.unwrap_or(first)))
            }
        }
    }

    fn no_field(&self, axis: &Axis) -> QueryError {
        let game = &self.game;
        let name = &axis.name;
        let known: Vec<&str> = game.parameters.iter().map(String::as_str).collect();
        let own_template = format!("to use it as a field, write {{{name}}} in --at 'POSITION'");
        let help = match did_you_mean(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.request.at.is_some() => format!("write {{{name}}} in --at"),
            None if game.fields.is_empty() => own_template,
            None => {
                let first: Vec<&str> = game
                    .fields
                    .iter()
                    .map(String::as_str)
                    .take(MAX_TEMPLATES)
                    .collect();
                let dots = if game.fields.len() > MAX_TEMPLATES {
                    ", …"
                } else {
                    ""
                };
                format!("templates: {}{dots}; {own_template}", first.join(", "))
            }
        };
        let message = format!(
            "`{name}` is neither a parameter of {} nor a field of the position",
            game.name
        );
        QueryError::Argument {
            flag: "--param".to_owned(),
            text: axis.text.clone(),
            problem: TextError::new(0..name.len(), message).help(help),
        }
    }

    /// The number of cells.
    fn cells(&self) -> Result<usize, QueryError> {
        let mut counts = self.request.axes.iter().map(|axis| axis.values.len());
        let total = counts.try_fold(1usize, usize::checked_mul);
        let max = isize::MAX as usize / size_of::<Option<Evaluation>>();
        total.filter(|cells| *cells <= max).ok_or_else(|| {
            QueryError::Solve(SolveError::TooLarge {
                what: "the number of cells".to_owned(),
                max: max as u64,
            })
        })
    }

    /// The number of cells that belong to one game.
    fn grid_cells(&self) -> usize {
        self.fields().map(|axis| axis.values.len()).product()
    }

    /// Every combination of the values that open a game: for each axis the
    /// index of its value, or 0 for a field of the position.
    fn games(&self) -> impl Iterator<Item = Vec<usize>> {
        let axes = self.request.axes.iter().zip(&self.opens);
        let counts: Vec<usize> = axes
            .map(|(axis, opens)| if *opens { axis.values.len() } else { 1 })
            .collect();
        let total: usize = counts.iter().product();
        (0..total).map(move |mut number| {
            let mut choice = vec![0; counts.len()];
            for (digit, count) in choice.iter_mut().zip(&counts).rev() {
                *digit = number % count;
                number /= count;
            }
            choice
        })
    }

    /// The value of an axis that opens games, in a combination.
    fn chosen(&self, choice: &[usize], name: &str) -> Option<&'a str> {
        let axes = self.request.axes.iter().zip(&self.opens).zip(choice);
        let mut named = axes.filter(|((axis, opens), _)| **opens && axis.name == name);
        named
            .next()
            .map(|((axis, _), number)| axis.values[*number].as_str())
    }

    /// The parameters of the game of a combination.
    fn settings(&self, choice: &[usize]) -> Vec<(String, String)> {
        let chosen = |name: &str| self.chosen(choice, name);
        let value = |name: &str| chosen(name).map_or_else(|| format!("{{{name}}}"), str::to_owned);
        let set = self.set.iter();
        let given = set.map(|(name, template)| ((*name).to_owned(), template.filled(value)));
        let parameters = self.game.parameters.iter();
        let varied = parameters.filter_map(|name| Some((name.clone(), chosen(name)?.to_owned())));
        given.chain(varied).collect()
    }

    fn open(&self, choice: &[usize]) -> Result<Session, QueryError> {
        let set = self.settings(choice);
        let session = self.request.game.open(starts::pairs(&set))?;
        match &self.request.table {
            None => Ok(session),
            Some(table) if self.opens.contains(&true) => {
                Ok(session.with_fitting_table(std::slice::from_ref(table)))
            }
            Some(table) => session.with_table(Arc::clone(table)),
        }
    }

    /// Whether a parameter has the same value in the whole table.
    fn is_fixed(&self, parameter: &str) -> bool {
        let axes = || self.request.axes.iter();
        let varies = |template: &Template| axes().any(|axis| template.has(&axis.name));
        let mut set = self.set.iter().filter(|(name, _)| *name == parameter);
        !axes().any(|axis| axis.name == parameter) && !set.any(|(_, value)| varies(value))
    }
}

fn check_axes(axes: &[Axis]) -> Result<(), QueryError> {
    if axes.len() > MAX_AXES {
        return Err(QueryError::Solve(SolveError::TooLarge {
            what: format!("the number of --param, {},", axes.len()),
            max: MAX_AXES as u64,
        }));
    }
    let mut before = axes.iter().enumerate();
    let repeated = before.find(|(i, axis)| axes[..*i].iter().any(|other| other.name == axis.name));
    match repeated {
        None => Ok(()),
        Some((_, axis)) => Err(QueryError::Argument {
            flag: "--param".to_owned(),
            text: axis.text.clone(),
            problem: TextError::new(
                0..axis.name.len(),
                format!("`{}` is given twice", axis.name),
            ),
        }),
    }
}

/// The names of all fields in a game's templates.
fn names_of(game: &GameSchema) -> impl Iterator<Item = String> {
    let templates = game.fields.iter().map(|text| Template::new(text));
    templates.flat_map(|template| template.names().map(str::to_owned).collect::<Vec<_>>())
}

/// Whether a game could not be opened because its parameters allow no position.
fn has_no_start(error: &QueryError) -> bool {
    match error {
        QueryError::Setting(SettingError::Value { .. }) => true,
        QueryError::Rules(failure) => failure.is_assertion(),
        _ => false,
    }
}

/// The table computed so far.
struct Filling {
    cells: Vec<Option<Evaluation>>,
    first_set: Option<SetOut>,
    /// The error of the first empty cell.
    problem: Option<QueryError>,
    notes: Vec<String>,
}

impl Filling {
    /// Computes all cells of one game.
    fn fill(
        &mut self,
        plan: &Plan<'_>,
        choice: &[usize],
        total: usize,
        context: &RunContext,
    ) -> Result<(), QueryError> {
        let session = match plan.open(choice) {
            Ok(session) => session,
            Err(e) if has_no_start(&e) => {
                self.problem.get_or_insert(e);
                return Ok(());
            }
            Err(e) => return Err(e),
        };
        let default = || Template::new(&session.default_position());
        let template = plan.at.as_ref().map_or_else(default, |(_, t)| t.clone());
        let template = template.with_values(|name| plan.chosen(choice, name).map(str::to_owned));
        let grid = Grid::new(&template, plan.request.axes, &plan.opens, choice);
        let report = session.evaluate_batch(&grid, plan.request.wanted, context)?;
        if let Some(problem) = report.problem {
            self.problem.get_or_insert(problem);
        }
        for note in report.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.first_set.get_or_insert_with(|| session.settings());
        if report.evaluations.len() == total {
            self.cells = report.evaluations;
            return Ok(());
        }
        self.cells.resize(total, None);
        for (number, evaluation) in report.evaluations.into_iter().enumerate() {
            self.cells[grid.cell(number)] = evaluation;
        }
        Ok(())
    }

    fn finish(mut self, plan: &Plan<'_>) -> Result<Table, QueryError> {
        let wanted = plan.request.wanted;
        let some = |has: fn(&Evaluation) -> bool| self.cells.iter().flatten().any(has);
        let no_position = !some(|_| true);
        match self.problem.take() {
            Some(problem) if no_position => return Err(problem),
            Some(QueryError::Rules(failure)) => {
                let message = &failure.what().message;
                let note = format!("an empty cell has no starting position: {message}");
                self.notes.push(note);
            }
            _ => {}
        }
        let missing = if wanted.plies && !some(|v| v.plies.is_some()) {
            Some("plies")
        } else if wanted.grundy && !some(|v| v.grundy.is_some()) {
            Some("grundy")
        } else {
            None
        };
        if let Some(what) = missing {
            return Err(QueryError::Unavailable {
                game: plan.game.name.clone(),
                what,
                notes: self.notes,
            });
        }
        let mut set = self.first_set.unwrap_or(SetOut(Vec::new()));
        set.0.retain(|value| plan.is_fixed(&value.name));
        Ok(Table {
            game: plan.game.name.clone(),
            set,
            at: plan.at.as_ref().map(|(text, _)| text.clone()),
            cells: self.cells,
            notes: self.notes,
            stopped: None,
        })
    }
}
