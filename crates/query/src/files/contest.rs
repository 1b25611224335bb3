//! Contests of rule files.
//!
//! A case gives values to parameters of the file. If nothing but `start` reads them, it only
//! chooses a position of the game, and one solve serves many cases; else each has rules of its
//! own, which share the compiled code.
//!
//! | module | content |
//! | --- | --- |
//! | `walk` | the single values of a case, in the order of the format |
//! | `reading` | contest input to cases |
//! | `opened` | rules with the parameters of a case |
//! | `solver` | cases to results |
//! | `writing` | results to lines, cases to contest input |
//! | `sample` | random cases |
//! | `edit` | smaller cases |
//! | `every` | all cases of a measure, and all cases if there are few |

mod edit;
mod every;
mod opened;
mod reading;
mod sample;
mod solver;
mod walk;
mod writing;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use kibitz_catalogue::ContestSolver;
use kibitz_game::Wdl;
use kibitz_rules::contest::{Answers, ContestFormat};
use kibitz_rules::fault::FaultKind;
use kibitz_rules::{CaseStarts, Failure, Position, Rules, SettingValue};

use every::CasesByMeasure;
use sample::OwnSize;
use solver::FileSolver;

/// The result of a case, and the score in score play, unless only the result is supposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct CaseValue {
    result: Wdl,
    score: Option<i64>,
}

impl From<Wdl> for CaseValue {
    fn from(result: Wdl) -> CaseValue {
        let score = None;
        CaseValue { result, score }
    }
}

impl From<CaseValue> for Wdl {
    fn from(value: CaseValue) -> Wdl {
        value.result
    }
}

/// The lines of answers, by the value of a case and what else the line depends on.
#[derive(Debug, Default)]
struct Lines {
    all: HashMap<(CaseValue, Vec<SettingValue>), Arc<str>>,
    /// The first ones, which are searched without hashing.
    first: Vec<(CaseValue, Vec<SettingValue>, Arc<str>)>,
}

/// The contest of a rule file.
#[derive(Debug)]
pub(crate) struct FileContest {
    rules: Arc<Rules>,
    format: Arc<ContestFormat>,
    /// Rules opened for a case, with which other cases share code; the last ones used last.
    opened: Mutex<Vec<Arc<Rules>>>,
    /// The items that the rules depend on, beyond the starting position.
    of_rules: Vec<usize>,
    /// A case that is generated if no attempt at another succeeds.
    fallback: Mutex<Option<Case>>,
    /// All cases, if there are few; listed when they are needed.
    all: OnceLock<Option<CasesByMeasure>>,
    /// The sizes of generated cases.
    sizes: Vec<OwnSize>,
    /// The items that the function `answer` may depend on.
    of_answer: Vec<usize>,
    /// Its lines for a result and the values of these items.
    lines: Mutex<Lines>,
}

/// A case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Case {
    /// The values of the format's items.
    values: Vec<SettingValue>,
    /// The position; `None` if it is one of another game, whose rules have the values of the
    /// case.
    position: Option<Position>,
}

impl FileContest {
    /// The contest of a file, if it has one.
    pub(crate) fn new(rules: &Arc<Rules>) -> Option<FileContest> {
        let format = Arc::clone(rules.contest()?);
        let program = rules.program();
        let free = program.start_parameters();
        let global = |item: usize| {
            format.items[item]
                .parameter
                .map(|place| &program.parameters[place])
        };
        let all = 0..format.items.len();
        let of_rules = all.clone().filter(|item| {
            global(*item).is_some_and(|parameter| !free.contains(&parameter.name.as_str()))
        });
        let of_rules: Vec<usize> = of_rules.collect();
        let of_answer = all.filter(|item| match (&format.answers, global(*item)) {
            // It may read what the module computes from a parameter of the rules.
            (Answers::Function(answer), Some(parameter)) => {
                of_rules.contains(item) || program.reads(*answer, parameter.global)
            }
            _ => false,
        });
        Some(FileContest {
            rules: Arc::clone(rules),
            opened: Mutex::new(vec![Arc::clone(rules)]),
            sizes: sample::sizes(&format.items),
            of_answer: of_answer.collect(),
            of_rules,
            lines: Mutex::default(),
            fallback: Mutex::default(),
            all: OnceLock::new(),
            format: Arc::clone(&format),
        })
    }

    /// The case with these values.
    ///
    /// # Errors
    /// Returns a failure if the file refuses them.
    fn case(
        &self,
        starts: &mut CaseStarts<'_>,
        values: Vec<SettingValue>,
    ) -> Result<Case, Failure> {
        let position = match self.of_rules.is_empty() {
            true => match starts.position(&values) {
                // Lists of another length: a position of another game.
                Err(failure) if failure.kind() == Some(FaultKind::Shape) => None,
                position => Some(position?),
            },
            false => None,
        };
        Ok(Case { values, position })
    }

    /// All cases, if there are few.
    fn all(&self) -> Option<&CasesByMeasure> {
        self.all.get_or_init(|| every::all(self)).as_ref()
    }

    /// The values of the items that the rules depend on.
    fn rule_values(&self, case: &Case) -> Vec<SettingValue> {
        self.of_rules
            .iter()
            .map(|item| case.values[*item].clone())
            .collect()
    }

    /// The values of a case, for messages.
    fn described(&self, values: &[SettingValue]) -> String {
        let settings = self.rules.case_settings(values);
        let texts: Vec<String> = settings
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        texts.join(" ")
    }
}

impl ContestSolver for FileContest {
    type Format<'a> = &'a FileContest;
    type Solver<'a> = FileSolver<'a>;

    fn format(&self) -> &FileContest {
        self
    }

    fn batch_solver(&self) -> FileSolver<'_> {
        FileSolver::new(self)
    }
}
