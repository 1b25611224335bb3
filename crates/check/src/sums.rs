//! Tables that list the components of a game's sums as lists of numbers.

use kibitz_game::{BREAK, CONTINUE, MoveClasses, NumberList, RunContext};
use kibitz_tablebase::Table;

use crate::Problem;
use crate::by_rows::ByRows;
use crate::checker::{CheckError, Verdict};
use crate::components::{Options, check_components};

/// Checks a table of all components reachable from those of `root`, by [`check_components`]: from
/// the options of components, also where the game knows Grundy values in closed form. `None` if the
/// table does not list components.
///
/// # Errors
/// Returns an error if the table cannot be read or a limit is reached.
pub fn check_sum<G>(
    game: &G,
    root: &G::Pos,
    table: &Table,
    context: &RunContext,
) -> Option<Result<Verdict<G::Pos>, CheckError>>
where
    G: MoveClasses,
    G::Part: NumberList,
{
    let packing = table.description().packing.as_ref()?;
    table.row_len()?;
    let numbering = match ByRows::new(table, packing, context) {
        Ok(numbering) => numbering,
        Err(error) => return Some(Err(error.into())),
    };
    let listed = Listed {
        game,
        numbering: &numbering,
        slots: packing.slots().len(),
    };
    let mut roots = Ok(Vec::new());
    game.parts(root, |part| {
        if let Ok(numbers) = &mut roots {
            match listed.number(&part) {
                Some(number) => numbers.push(number),
                None => roots = Err(game.alone(&part)),
            }
        }
    });
    let position = |number| Some(game.alone(&listed.part(number)?));
    let options = || |number| Ok(listed.options(number));
    let checked = check_components(table, roots, options, position, context);
    Some(numbering.finish(checked))
}

/// Components by the numbers of a table.
struct Listed<'a, G> {
    game: &'a G,
    numbering: &'a ByRows<'a>,
    slots: usize,
}

impl<G> Listed<'_, G>
where
    G: MoveClasses,
    G::Part: NumberList,
{
    fn number(&self, part: &G::Part) -> Option<u64> {
        self.numbering.number(&part.to_vector(self.slots)?)
    }

    /// The component of a number; `None` if there is none that the notation of the game permits,
    /// because the rules are defined for these only.
    fn part(&self, number: u64) -> Option<G::Part> {
        let part = G::Part::of_vector(&self.numbering.vector(number)?)?;
        let text = self.game.write(&self.game.alone(&part));
        self.game.parse(&text).is_ok().then_some(part)
    }

    fn options(&self, number: u64) -> Options<G::Pos> {
        let part = self.part(number).ok_or(Problem::OtherNumber(None))?;
        match self.number(&part) {
            own if own == Some(number) => {}
            own => return Err(Problem::OtherNumber(own)),
        }
        let mut options = Ok(Vec::new());
        let _ = self.game.options(&part, |option| {
            let number = |part| self.number(part).ok_or(part);
            let numbers: Result<Vec<u64>, _> = option.iter().map(number).collect();
            match (&mut options, numbers) {
                (Ok(options), Ok(numbers)) => {
                    options.push(numbers);
                    CONTINUE
                }
                (_, Err(part)) => {
                    options = Err(Problem::MissingSuccessor(self.game.alone(part)));
                    BREAK
                }
                (Err(_), _) => BREAK,
            }
        });
        options
    }
}
