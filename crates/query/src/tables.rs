//! Table files of games: building, opening and checking them.

use std::path::Path;
use std::sync::Arc;

use kibitz_catalogue::{SAMPLE, TableCheck};
use kibitz_check::CheckError;
use kibitz_game::{RunContext, Scratch};
use kibitz_rules::fault::Limits;
use kibitz_rules::source::Source;
use kibitz_solve::explore_vectors::VectorSource;
use kibitz_solve::explore_vectors::on_disk::Checkpoint;
use kibitz_solve::retrograde::KernelGraph;
use kibitz_solve::{RuleText, SolveError, remove_working_files};
use kibitz_tablebase::{Table, TableError, WriteError, check_target, writing_memory};
use xxhash_rust::xxh3::xxh3_128;

pub use kibitz_tablebase::{Description, Level};

use crate::{QueryError, RuleFile, Session, open};

/// What several processes enumerate and solve, and what its table says about itself.
pub type DescribedVectors<'a> = (Box<dyn VectorSource + 'a>, Description);

impl Session {
    /// Solves the whole game and writes its values to a file, in place of an older table; of a
    /// rule file, everything reachable from a position, by default the start; of a game of sums,
    /// all components reachable from a position. Returns its length in bytes.
    ///
    /// If the context has a scratch directory, a solve that does not fit the memory is done there;
    /// after an error or a kill, another call continues it. The directory is removed at the end.
    ///
    /// # Errors
    /// Returns an error if the game has no table, a position is given although the table has all of
    /// them, a limit is reached, or a file cannot be written.
    pub fn build_table(
        &self,
        path: &Path,
        root: Option<&str>,
        level: Level,
        context: &RunContext,
    ) -> Result<u64, QueryError> {
        let _here = context.here();
        check_target::<SolveError>(path)?;
        match (self.game.numbering(), root) {
            (Some(_), Some(root)) => Err(QueryError::WholeTable {
                game: self.info().name.to_owned(),
                root: root.to_owned(),
            }),
            (Some(_), None) => self.write_whole_table(path, level, context),
            (None, root) => self.write_listed_table(root, path, level, context),
        }
    }

    /// Writes all positions.
    fn write_whole_table(
        &self,
        path: &Path,
        level: Level,
        context: &RunContext,
    ) -> Result<u64, QueryError> {
        let description = self.table_description()?;
        let context = &with_purpose(context, &description);
        let bytes = self.game.write_table(description, level, path, context)?;
        if let Some(scratch) = context.scratch() {
            remove_working_files(&scratch.directory)?;
        }
        Ok(bytes)
    }

    /// Writes what is reachable from a position, by default the start.
    fn write_listed_table(
        &self,
        root: Option<&str>,
        path: &Path,
        level: Level,
        context: &RunContext,
    ) -> Result<u64, QueryError> {
        let game = &self.game;
        let root = match root {
            Some(root) => self.parse(root)?,
            None => game.default_position(),
        };
        let text = game.rule_text(&root).ok_or_else(|| self.no_table())?;
        let description = self.listed_description(text, game.write(&root));
        let context = &with_purpose(context, &description);
        let bytes = game.write_listed_table(description, &root, level, path, context)?;
        if let Some(scratch) = context.scratch()
            && Checkpoint::of(scratch) != Checkpoint::Foreign
        {
            remove_working_files(&scratch.directory)?;
        }
        Ok(bytes)
    }

    /// The game with its values from a table file; queries about other positions are errors.
    ///
    /// # Errors
    /// Returns an error if the table is that of another game, of other parameters or other rules.
    pub fn with_table(&self, table: Arc<Table>) -> Result<Session, QueryError> {
        self.attach(table, false)
    }

    /// The game with its values from the first of some table files that is a table of it; what the
    /// table does not have is solved, as is everything if none fits.
    #[must_use]
    pub fn with_fitting_table(&self, tables: &[Arc<Table>]) -> Session {
        let mut attached = tables
            .iter()
            .map(|table| self.attach(Arc::clone(table), true));
        attached
            .find_map(Result::ok)
            .unwrap_or_else(|| self.clone())
    }

    /// The game with its values from a table file, and what it does not have refused or solved.
    fn attach(&self, table: Arc<Table>, falls_back: bool) -> Result<Session, QueryError> {
        let found = table.description();
        let differs = |what: &'static str, found: String, expected: String| {
            let path = table.path().display().to_string();
            match found == expected {
                true => Ok(()),
                false => Err(QueryError::OtherTable {
                    path,
                    what,
                    found,
                    expected,
                }),
            }
        };
        // A rule file may have another name than when its table was built.
        if found.source.is_none() || self.game.numbering().is_some() {
            differs("game", found.game.clone(), self.info().name.to_owned())?;
        }
        let expected = match &found.root {
            Some(root) => Description {
                // What is listed depends on the root.
                positions: found.positions,
                ..self.expected_from(root)?
            },
            None => self.table_description()?,
        };
        differs("parameters", parameters(found), parameters(&expected))?;
        differs("numbering", found.numbering.clone(), expected.numbering)?;
        let sizes = [found.positions, expected.positions].map(|n| n.to_string());
        let [found_size, expected_size] = sizes;
        differs("number of positions", found_size, expected_size)?;
        differs("rules", found.rules.clone(), expected.rules)?;
        let game = self.game.with_table(table, falls_back);
        let game = game.ok_or_else(|| self.no_table())?;
        Ok(Session { game })
    }

    /// What a table of this game that lists what is reachable from `root` should say about itself.
    fn expected_from(&self, root: &str) -> Result<Description, QueryError> {
        let game = &self.game;
        // The table of another game, whose rules differ, may have a root that this one has not.
        let p = game.parse(root).unwrap_or_else(|_| game.default_position());
        match game.rule_text(&p) {
            Some(text) => Ok(self.listed_description(text, root.to_owned())),
            None => self.table_description(),
        }
    }

    /// Checks every value of a table of this game against the rules.
    ///
    /// # Errors
    /// Returns an error if the table cannot be read, a limit is reached, or the rules fail.
    pub fn check_table(
        &self,
        table: &Table,
        context: &RunContext,
    ) -> Result<TableCheck, QueryError> {
        let _here = context.here();
        let checked = self.game.check_table(table, context);
        let checked = checked.ok_or_else(|| self.no_table())?;
        checked.map_err(|error| match error {
            CheckError::Stop(stop) => stop.into(),
            CheckError::Table(error) => error.into(),
            other => QueryError::NotChecked(other.to_string()),
        })
    }

    /// The graph that several processes solve together, and what its table says about itself.
    ///
    /// # Errors
    /// Returns an error if the game has no such graph or the rules fail.
    pub fn kernel_graph(&self) -> Result<(Box<dyn KernelGraph + '_>, Description), QueryError> {
        let graph = self.game.kernel_graph();
        let graph = graph.ok_or_else(|| QueryError::NoUnmoves(self.info().name.to_owned()))?;
        Ok((graph, self.table_description()?))
    }

    /// What several processes enumerate and solve together, if the game has no graph: everything
    /// reachable from a position, by default the start. And what the table says about itself.
    ///
    /// # Errors
    /// Returns an error if there is no such position.
    pub fn vectors(&self, root: Option<&str>) -> Result<Option<DescribedVectors<'_>>, QueryError> {
        let game = &self.game;
        let root = match (game.numbering(), root) {
            (Some(_), _) => return Ok(None),
            (None, Some(root)) => self.parse(root)?,
            (None, None) => game.default_position(),
        };
        let source = game.vectors(&root).zip(game.rule_text(&root));
        Ok(source.map(|(source, text)| (source, self.listed_description(text, game.write(&root)))))
    }

    /// What a table of this game says about itself.
    fn table_description(&self) -> Result<Description, QueryError> {
        let numbering = self.game.numbering().ok_or_else(|| self.no_table())?;
        let set = self.game.settings().0.iter();
        Ok(Description {
            game: self.info().name.to_owned(),
            parameters: set.map(|v| (v.name.clone(), v.text.clone())).collect(),
            rules: self.fingerprint(numbering.size)?,
            numbering: numbering.name.to_owned(),
            root: None,
            symmetry: numbering.has_symmetry,
            positions: numbering.size,
            ..Description::default()
        })
    }

    /// What a table that lists what is reachable from a root says about itself, but for its
    /// positions.
    fn listed_description(&self, text: RuleText, root: String) -> Description {
        let set = self.game.settings().0.iter();
        Description {
            game: self.info().name.to_owned(),
            parameters: set.map(|v| (v.name.clone(), v.text.clone())).collect(),
            rules: text.hash,
            numbering: text.numbering.to_owned(),
            root: Some(root),
            symmetry: text.symmetry,
            source: text.source,
            ..Description::default()
        }
    }

    /// A hash of rules and numbering: of the positions of some numbers, their static values, and
    /// the numbers of their successors.
    fn fingerprint(&self, size: u64) -> Result<String, QueryError> {
        let mut text = String::new();
        for number in (0..size).step_by(size.div_ceil(SAMPLE).max(1) as usize) {
            self.game.describe_number(number, &mut text)?;
        }
        Ok(format!("{:032x}", xxh3_128(text.as_bytes())))
    }

    fn no_table(&self) -> QueryError {
        QueryError::NoTable(self.info().name.to_owned())
    }
}

/// The context with its scratch directory, if it has one, for this table only.
fn with_purpose(context: &RunContext, description: &Description) -> RunContext {
    let Some(scratch) = context.scratch() else {
        return context.clone();
    };
    let Description {
        game, rules, root, ..
    } = description;
    let parameters = parameters(description);
    let root = root.as_ref().map(|root| format!(" from {root}"));
    let root = root.unwrap_or_default();
    context.clone().with_scratch(Scratch {
        purpose: format!("{game}{root} with parameters {parameters} and rules {rules}"),
        spare: writing_memory(description.positions, 1).max(scratch.spare),
        ..scratch.clone()
    })
}

impl<E> From<WriteError<E>> for QueryError
where
    E: std::error::Error + Into<QueryError>,
{
    fn from(error: WriteError<E>) -> QueryError {
        match error {
            WriteError::Source(error) => error.into(),
            WriteError::Stop(stop) => stop.into(),
            other => QueryError::TableNotWritten(other.to_string()),
        }
    }
}

/// Writes a table in parts to one file, and returns its length.
///
/// # Errors
/// Returns an error if the table cannot be read, the file cannot be written, or the run is
/// cancelled.
pub fn merge_table(
    parts: &Path,
    path: &Path,
    level: Level,
    context: &RunContext,
) -> Result<u64, QueryError> {
    Ok(Table::open(parts)?.merge(path, level, context)?)
}

/// The parameters on one line.
fn parameters(description: &Description) -> String {
    let pairs = description.parameters.iter();
    let pairs: Vec<String> = pairs
        .map(|(name, value)| format!("{name}={value}"))
        .collect();
    match pairs.is_empty() {
        true => "none".to_owned(),
        false => pairs.join(" "),
    }
}

/// Opens a table file, and its game with the values from it; `limits` are those of one call of a
/// rule file's functions.
///
/// # Errors
/// Returns an error if the file cannot be read, is damaged, or belongs to no game of this version.
pub fn open_table(path: &Path, limits: Limits) -> Result<(Arc<Table>, Session), QueryError> {
    let table = Arc::new(Table::open(path)?);
    let description = table.description();
    let set = description.parameters.iter();
    let set = set.map(|(n, v)| (n.as_str(), v.as_str()));
    let game = match &description.source {
        Some(text) => {
            let name = format!("{}.py", description.game);
            let file = RuleFile {
                source: Source::new(name, text.clone()),
                limits,
            };
            Session::of_rules(file.rules(set)?)
        }
        None => open(&description.game, set)?,
    };
    let session = game.with_table(Arc::clone(&table))?;
    Ok((table, session))
}

impl From<TableError> for QueryError {
    fn from(error: TableError) -> QueryError {
        match error {
            TableError::Stop(stop) => QueryError::Stop(stop),
            other => QueryError::Table(other),
        }
    }
}
