//! Tables over parameters of a game and over fields of its positions.

mod axis;
mod grid;

use kibitz_game::{SettingError, Stop, TextError, Watch, counted};
use kibitz_solve::SolveError;

use crate::Wanted;
use crate::ask::answer::SetOut;
use crate::choice::Outline;
use crate::many::template::Template;
use crate::{Choice, QueryError, Session, Verdict, did_you_mean};

pub use axis::Axis;
use grid::Grid;

/// A table to be filled.
#[derive(Clone, Debug)]
pub struct TableQuestion<'a> {
    /// The game.
    pub game: &'a Choice,
    /// Its parameters; `{name}` in a value stands for the value of that axis.
    pub set: &'a [(String, String)],
    /// What the table goes over: parameters of the game, names in `set` or
    /// fields of the position.
    pub axes: &'a [Axis],
    /// The position, with fields in braces; without it a template of the game
    /// that has just these fields, or the position that the game shows.
    pub at: Option<&'a str>,
    /// What is wanted of each position.
    pub wanted: Wanted,
}

/// A table of verdicts.
#[derive(Clone, Debug)]
pub struct Table {
    /// The game's name in the catalogue.
    pub game: String,
    /// The parameters that are the same in the whole table.
    pub set: SetOut,
    /// The template of the positions, where there is one.
    pub at: Option<String>,
    /// The verdicts, the last axis running fastest; `None` where there is no
    /// such position.
    pub cells: Vec<Option<Verdict>>,
    /// What people should know about them.
    pub notes: Vec<String>,
    /// Why not all cells were filled in, where it was stopped.
    pub stopped: Option<Stop>,
}

/// So many templates are named in an error.
const FEW: usize = 3;

/// A table with more axes would be for nobody.
const MOST_AXES: usize = 8;

impl TableQuestion<'_> {
    /// Fills the table. One solve serves all positions of one game.
    ///
    /// # Errors
    /// Where a name or a template is wrong, no cell has a position, what is
    /// wanted is told of none, or a budget is used up.
    pub fn answer(&self, watch: &Watch) -> Result<Table, QueryError> {
        let _here = watch.here();
        let plan = Plan::new(self)?;
        let total = plan.cells()?;
        let bytes = total as u64 * size_of::<Option<Verdict>>() as u64;
        let _memory = watch.claim("the cells of a table", bytes)?;
        let mut filling = Filling {
            cells: Vec::new(),
            first_set: None,
            problem: None,
            notes: Vec::new(),
        };
        let stage = watch.stage("filling the table", Some(total as u64));
        let mut stopped = None;
        for (done, choice) in plan.games().enumerate() {
            let filled = filling.fill(&plan, &choice, total, watch);
            let reached = || Ok(stage.reach(((done + 1) * plan.grid_cells()) as u64)?);
            match filled.and_then(|()| reached()) {
                // What was filled in until it was stopped is kept.
                Err(QueryError::Stop(stop)) if filling.cells.iter().any(Option::is_some) => {
                    let note = format!("stopped after {}", counted(done as u64, "game"));
                    filling
                        .notes
                        .push(note + ": the cells of the others are empty");
                    stopped = Some(stop);
                    break;
                }
                filled => filled?,
            }
        }
        let table = filling.finish(&plan)?;
        Ok(Table { stopped, ..table })
    }
}

/// Which axis does what.
struct Plan<'a> {
    question: &'a TableQuestion<'a>,
    game: Outline,
    set: Vec<(&'a str, Template)>,
    /// For each axis whether each of its values is another game.
    opens: Vec<bool>,
    at: Option<(String, Template)>,
}

impl<'a> Plan<'a> {
    fn new(question: &'a TableQuestion<'a>) -> Result<Plan<'a>, QueryError> {
        refuse_twice(question.axes)?;
        let settled = question.set.iter().filter(|(_, value)| {
            let value = Template::new(value);
            !question.axes.iter().any(|axis| value.has(&axis.name))
        });
        let game = question
            .game
            .outline(settled.map(|(name, value)| (name.as_str(), value.as_str())))?;
        let set: Vec<(&str, Template)> = question
            .set
            .iter()
            .map(|(name, value)| (name.as_str(), Template::new(value)))
            .collect();
        let opens = |axis: &Axis| {
            let is_parameter = game.parameters.contains(&axis.name);
            is_parameter || set.iter().any(|(_, value)| value.has(&axis.name))
        };
        let opens: Vec<bool> = question.axes.iter().map(opens).collect();
        let mut plan = Plan {
            question,
            game,
            set,
            opens,
            at: None,
        };
        plan.at = plan.template()?;
        Ok(plan)
    }

    /// The axes that are fields of the position.
    fn fields(&self) -> impl Iterator<Item = &'a Axis> {
        let axes = self.question.axes.iter().zip(&self.opens);
        axes.filter(|(_, opens)| !**opens).map(|(axis, _)| axis)
    }

    fn template(&self) -> Result<Option<(String, Template)>, QueryError> {
        let Some(text) = self.question.at else {
            return self.listed_template();
        };
        let template = Template::new(text);
        let names = || self.question.axes.iter().map(|axis| axis.name.as_str());
        for (name, at) in template.fields() {
            if !names().any(|axis| axis == name) {
                let problem = TextError::new(at, format!("there is no --param {name}=…"));
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

    /// The game's own template with exactly these fields.
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
        let own_template = format!("--at 'POSITION' with {{{name}}} in it makes it a field");
        let help = match did_you_mean(name, known.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if self.question.at.is_some() => format!("write {{{name}}} into --at"),
            None if game.fields.is_empty() => own_template,
            None => {
                let few: Vec<&str> = game.fields.iter().map(String::as_str).take(FEW).collect();
                let dots = if game.fields.len() > FEW { ", …" } else { "" };
                format!("templates are {}{dots}; {own_template}", few.join(", "))
            }
        };
        let message = format!(
            "`{name}` is no parameter of {} and no field of the position",
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
        let mut counts = self.question.axes.iter().map(|axis| axis.values.len());
        let total = counts.try_fold(1usize, usize::checked_mul);
        let most = isize::MAX as usize / size_of::<Option<Verdict>>();
        total.filter(|cells| *cells <= most).ok_or_else(|| {
            QueryError::Solve(SolveError::TooLarge {
                what: "the number of cells".to_owned(),
                most: most as u64,
            })
        })
    }

    /// The number of cells that belong to one game.
    fn grid_cells(&self) -> usize {
        self.fields().map(|axis| axis.values.len()).product()
    }

    /// Every choice of the values that make a game: for each axis the number
    /// of its value, or 0 for a field of the position.
    fn games(&self) -> impl Iterator<Item = Vec<usize>> {
        let axes = self.question.axes.iter().zip(&self.opens);
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

    /// The value that a choice gives an axis that makes the game.
    fn chosen(&self, choice: &[usize], name: &str) -> Option<&'a str> {
        let axes = self.question.axes.iter().zip(&self.opens).zip(choice);
        let mut named = axes.filter(|((axis, opens), _)| **opens && axis.name == name);
        named
            .next()
            .map(|((axis, _), number)| axis.values[*number].as_str())
    }

    fn open(&self, choice: &[usize]) -> Result<Session, QueryError> {
        let chosen = |name: &str| self.chosen(choice, name);
        let value = |name: &str| chosen(name).map_or_else(|| format!("{{{name}}}"), str::to_owned);
        let given: Vec<(&str, String)> = self
            .set
            .iter()
            .map(|(name, template)| (*name, template.filled(value)))
            .collect();
        let parameters = self.game.parameters.iter();
        let swept = parameters.filter_map(|name| Some((name.as_str(), chosen(name)?)));
        let given = given.iter().map(|(name, value)| (*name, value.as_str()));
        self.question.game.open(given.chain(swept))
    }

    /// Whether a parameter has the same value in the whole table.
    fn is_fixed(&self, parameter: &str) -> bool {
        let axes = || self.question.axes.iter();
        let varies = |template: &Template| axes().any(|axis| template.has(&axis.name));
        let mut set = self.set.iter().filter(|(name, _)| *name == parameter);
        !axes().any(|axis| axis.name == parameter) && !set.any(|(_, value)| varies(value))
    }
}

fn refuse_twice(axes: &[Axis]) -> Result<(), QueryError> {
    if axes.len() > MOST_AXES {
        return Err(QueryError::Solve(SolveError::TooLarge {
            what: format!("the number of --param, {},", axes.len()),
            most: MOST_AXES as u64,
        }));
    }
    let mut before = axes.iter().enumerate();
    let twice = before.find(|(i, axis)| axes[..*i].iter().any(|other| other.name == axis.name));
    match twice {
        None => Ok(()),
        Some((_, axis)) => Err(QueryError::Argument {
            flag: "--param".to_owned(),
            text: axis.text.clone(),
            problem: TextError::new(0..axis.name.len(), format!("`{}` comes twice", axis.name)),
        }),
    }
}

/// The names of all fields in a game's templates.
fn names_of(game: &Outline) -> impl Iterator<Item = String> {
    let templates = game.fields.iter().map(|text| Template::new(text));
    templates.flat_map(|template| template.names().map(str::to_owned).collect::<Vec<_>>())
}

/// The table as far as it is filled.
struct Filling {
    cells: Vec<Option<Verdict>>,
    first_set: Option<SetOut>,
    /// What is wrong with the first cell that is empty.
    problem: Option<QueryError>,
    notes: Vec<String>,
}

impl Filling {
    /// Fills in all cells of one game.
    fn fill(
        &mut self,
        plan: &Plan<'_>,
        choice: &[usize],
        total: usize,
        watch: &Watch,
    ) -> Result<(), QueryError> {
        let session = match plan.open(choice) {
            Ok(session) => session,
            Err(e @ QueryError::Setting(SettingError::Value { .. })) => {
                self.problem.get_or_insert(e);
                return Ok(());
            }
            Err(e) => return Err(e),
        };
        let shown = || Template::new(&session.shown());
        let template = plan.at.as_ref().map_or_else(shown, |(_, t)| t.clone());
        let template = template.settled(|name| plan.chosen(choice, name).map(str::to_owned));
        let grid = Grid::new(&template, plan.question.axes, &plan.opens, choice);
        let survey = session.survey(&grid, plan.question.wanted, watch)?;
        if let Some(problem) = survey.problem {
            self.problem.get_or_insert(problem);
        }
        for note in survey.notes {
            if !self.notes.contains(&note) {
                self.notes.push(note);
            }
        }
        self.first_set.get_or_insert_with(|| session.settings());
        if survey.verdicts.len() == total {
            self.cells = survey.verdicts;
            return Ok(());
        }
        self.cells.resize(total, None);
        for (number, verdict) in survey.verdicts.into_iter().enumerate() {
            self.cells[grid.cell(number)] = verdict;
        }
        Ok(())
    }

    fn finish(mut self, plan: &Plan<'_>) -> Result<Table, QueryError> {
        let wanted = plan.question.wanted;
        let some = |told: fn(&Verdict) -> bool| self.cells.iter().flatten().any(told);
        let no_position = !some(|_| true);
        match self.problem.take() {
            Some(problem) if no_position => return Err(problem),
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
            return Err(QueryError::NotTold {
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
