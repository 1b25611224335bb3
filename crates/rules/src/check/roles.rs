//! The functions that kibitz asks: whether they are there, and what they are
//! called with.

use super::instance::{Checker, Owner, Task};
use super::kinds::Ty;
use super::options::Options;
use crate::source::{Mistake, Span};
use crate::tree::{ClaimOf, Expression, FunctionId, Kind, Roles, Type};

/// One thing for each role.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoleTable<T>([Option<T>; 10]);

/// The roles in the order of [`RoleTable`].
const NAMES: [&str; 10] = [
    "start", "moves", "left", "right", "over", "claim", "split", "canon", "symmetry", "show",
];

impl<T: Copy> RoleTable<T> {
    pub(super) fn iter(&self) -> impl Iterator<Item = T> {
        self.0.into_iter().flatten()
    }

    pub(super) fn map<U>(&self, f: impl Fn(T) -> U) -> RoleTable<U> {
        RoleTable(self.0.map(|role| role.map(&f)))
    }
}

impl From<RoleTable<FunctionId>> for Roles {
    fn from(RoleTable(table): RoleTable<FunctionId>) -> Roles {
        let [
            start,
            moves,
            left,
            right,
            over,
            claim,
            split,
            canon,
            symmetry,
            show,
        ] = table;
        Roles {
            start,
            moves,
            left,
            right,
            over,
            claim,
            split,
            canon,
            symmetry,
            show,
        }
    }
}

/// What a role must be.
fn task_of(role: &str) -> Task {
    match role {
        "start" => Task::Start,
        "moves" | "left" | "right" => Task::Moves,
        "split" => Task::Parts,
        "symmetry" => Task::Cells,
        _ => Task::Help,
    }
}

impl Checker<'_> {
    /// Refuses a file without the functions that it needs.
    pub(super) fn check_roles(&self) -> Result<(), Mistake> {
        let has = |name: &str| self.file.definition(name);
        let span = |number: usize| self.file.definitions[number].span;
        if has("start").is_none() {
            return Err(self.missing("start", "`def start(): yield 21`"));
        }
        match (has("moves"), has("left"), has("right")) {
            (Some(_), None, None) | (None, Some(_), Some(_)) => {}
            (None, None, None) => {
                return Err(self.missing("moves", "`def moves(left): yield left - 1`"));
            }
            (None, Some(there), None) => {
                return Err(Mistake::at(span(there), "there is `left` and no `right`")
                    .help("write `right`, too: the options of the other player; or one `moves` for both"));
            }
            (None, None, Some(there)) => {
                return Err(Mistake::at(span(there), "there is `right` and no `left`")
                    .help("write `left`, too: the options of the other player; or one `moves` for both"));
            }
            (Some(moves), ..) => {
                let message = "there are both `moves` and `left` or `right`";
                return Err(Mistake::at(span(moves), message).help(
                    "`moves` is for games in which both players have the same moves, `left` and `right` for others",
                ));
            }
        }
        if let (Some(_), Some(symmetry)) = (has("canon"), has("symmetry")) {
            return Err(
                Mistake::at(span(symmetry), "there are both `canon` and `symmetry`")
                    .help("keep one of them: each says which positions are alike"),
            );
        }
        if let (Some(split), Some(_)) = (has("split"), has("left")) {
            return Err(Mistake::at(span(split), "`split` is for games with `moves`")
                .help("sums belong to games in which both players have the same moves; leave `split` out"));
        }
        for role in ["start", "moves", "left", "right", "split", "symmetry"] {
            let Some(number) = has(role) else { continue };
            if !self.file.definitions[number].is_generator {
                return Err(
                    Mistake::at(span(number), format!("`{role}` yields nothing"))
                        .help("write `yield …` where it has something to give, not `return`"),
                );
            }
        }
        for role in ["over", "claim", "canon", "show"] {
            let Some(number) = has(role) else { continue };
            if self.file.definitions[number].is_generator {
                return Err(Mistake::at(span(number), format!("`{role}` yields"))
                    .help("it has one answer: write `return …`"));
            }
        }
        Ok(())
    }

    fn missing(&self, role: &str, example: &str) -> Mistake {
        let names = self.file.definitions.iter().map(|d| (d.name, d.span));
        let near = names
            .filter(|(name, _)| !NAMES.contains(name) && strsim::jaro_winkler(name, role) > 0.85)
            .max_by(|a, b| {
                let alike = |name: &str| strsim::jaro_winkler(name, role);
                alike(a.0).total_cmp(&alike(b.0))
            });
        let message = format!("the file has no function `{role}`");
        match near {
            Some((name, at)) => {
                Mistake::at(at, message).help(format!("did you mean `{role}` by `{name}`?"))
            }
            None => Mistake::of_file(message).help(format!("write one, for example {example}")),
        }
    }

    /// Looks at every role with the types of a position's fields.
    pub(super) fn look_at_roles(&mut self, options: &Options) -> Result<RoleTable<usize>, Mistake> {
        let mut table = RoleTable::default();
        for (slot, role) in NAMES.iter().enumerate() {
            let Some(number) = self.file.definition(role) else {
                continue;
            };
            let arguments = self.role_arguments(role, number)?;
            let at = self.file.definitions[number].span;
            let owner = Owner::Function(number);
            let instance = self.instance(owner, task_of(role), &arguments, at)?;
            self.check_result(role, instance, at, options)?;
            table.0[slot] = Some(instance);
        }
        Ok(table)
    }

    fn role_arguments(&mut self, role: &str, number: usize) -> Result<Vec<Ty>, Mistake> {
        let definition = &self.file.definitions[number];
        let (at, have) = (definition.span, definition.parameters.len());
        let arguments = match role {
            "start" => Vec::new(),
            "symmetry" => vec![Ty::Int],
            _ => self.fields.clone().unwrap_or_default(),
        };
        if arguments.len() != have {
            let due = arguments.len();
            let help = match role {
                "start" => {
                    "write `def start():`; what can be chosen is a constant of the file".to_owned()
                }
                "symmetry" => "write `def symmetry(i):`; `i` is a cell".to_owned(),
                _ => format!(
                    "a position has {} here, as `start` yields it: ({})",
                    counted(due, "field"),
                    self.described_fields()
                ),
            };
            return Err(Mistake::at(
                at,
                format!("`{role}` takes {}, not {have}", counted(due, "argument")),
            )
            .help(help));
        }
        let slots = (0..).zip(arguments);
        Ok(slots
            .map(|(slot, ty)| self.fresh_field(at, slot, ty))
            .collect())
    }

    /// A list field reaches a function as a fresh list of ints.
    fn fresh_field(&mut self, role: Span, slot: u32, ty: Ty) -> Ty {
        let Ty::List(_) = ty else { return ty };
        let cell = self.cell_at(role, slot);
        // An int joins with nothing or with an int.
        let _ = self.types.add_item(cell, &Ty::Int);
        Ty::List(cell)
    }

    fn described_fields(&self) -> String {
        let fields = self.fields.iter().flatten();
        let words: Vec<String> = fields
            .map(|ty| self.types.settled(ty).to_string())
            .collect();
        words.join(", ")
    }

    /// The names of the fields: the parameters of `moves` or `left`.
    pub(super) fn field_names(&self) -> Vec<String> {
        let role = ["moves", "left"]
            .iter()
            .find_map(|name| self.file.definition(name));
        let formals = role.map(|number| &self.file.definitions[number].parameters);
        formals
            .into_iter()
            .flatten()
            .map(|formal| formal.name.to_owned())
            .collect()
    }

    /// Whether a role returns what it should.
    fn check_result(
        &mut self,
        role: &str,
        instance: usize,
        at: Span,
        options: &Options,
    ) -> Result<(), Mistake> {
        let returns = self.instances[instance].returns.clone();
        if !self.is_last_round {
            return Ok(());
        }
        let fits = match role {
            "over" => is_number_or_none(&returns),
            "claim" => match options.claim_of {
                ClaimOf::Win => matches!(returns, Ty::Bool | Ty::Unknown),
                ClaimOf::Outcome | ClaimOf::Grundy => returns.is_number() || returns == Ty::Unknown,
            },
            "show" => matches!(returns, Ty::Str | Ty::Unknown),
            "canon" => self.is_position(&returns),
            _ => true,
        };
        if fits {
            return Ok(());
        }
        let is = self.types.settled(&returns);
        let (due, help) = match role {
            "over" => (
                "None, 1, -1 or 0",
                "None: play on; 1: the player to move has won; -1: has lost; 0: a draw",
            ),
            "claim" if options.claim_of == ClaimOf::Win && returns.is_number() => (
                "a bool",
                "write `return bool(…)`, or say what the number is: claim_of = \"outcome\" or \"grundy\"",
            ),
            "claim" if options.claim_of == ClaimOf::Win => {
                ("a bool", "true where the player to move wins")
            }
            "claim" => (
                "an int",
                "an outcome (1, 0 or -1) or a Grundy value, as `claim_of` says",
            ),
            "show" => (
                "a string",
                "write `return str(…)`, an f-string or `return grid(…)`",
            ),
            _ => (
                "a position",
                "return the fields as `start` yields them, the representative of all positions that are alike",
            ),
        };
        Err(Mistake::at(at, format!("`{role}` returns {is}, and {due} is due")).help(help))
    }

    /// Refuses a `return` of `over` that gives True or False: False would be 0,
    /// a draw, where play is meant to go on.
    pub(super) fn refuse_bool_of_over(&self, value: &Expression) -> Result<(), Mistake> {
        let is_over = self
            .definition(self.current_number())
            .is_some_and(|definition| definition.name == "over");
        if !(is_over && self.is_last_round && can_be_bool(value)) {
            return Ok(());
        }
        let help = match (&value.kind, self.source.slice(value.span)) {
            (Kind::Bool(true), _) => "write `return 1` where the player to move has won, `return -1` where that player has lost".to_owned(),
            (Kind::Bool(false), _) => "write `return None` where play goes on, `return 0` for a draw".to_owned(),
            (Kind::Conditional { .. } | Kind::And(_) | Kind::Or(_), _) => {
                "write 1, -1, 0 or None in the place of True and False".to_owned()
            }
            (_, text) if text.len() > 60 || text.contains('\n') => {
                "write `return 1 if … else None` where the player to move has won, `-1 if … else None` where that player has lost".to_owned()
            }
            (_, text) => format!(
                "write `return 1 if {text} else None` where the player to move has won, `-1 if …` where that player has lost"
            ),
        };
        let message = "`over` gives a bool here: True is 1, a win, and False is 0, a draw";
        Err(Mistake::at(value.span, message).help(help))
    }

    /// Whether a value of this type can be a position.
    fn is_position(&self, ty: &Ty) -> bool {
        let fields = self.fields.as_deref().unwrap_or_default();
        match ty {
            Ty::Unknown | Ty::Row(_) => true,
            Ty::Tuple(items) => {
                items.len() == fields.len()
                    && items
                        .iter()
                        .zip(fields)
                        .all(|(item, field)| self.fits_field(item, field))
            }
            other => fields.len() == 1 && self.fits_field(other, &fields[0]),
        }
    }

    /// Whether a value of one type can stand in a field of another.
    pub(super) fn fits_field(&self, ty: &Ty, field: &Ty) -> bool {
        match (ty, field) {
            (Ty::Unknown, _) | (_, Ty::Unknown) => true,
            (ty, Ty::Int) => ty.is_number(),
            (Ty::Bool, Ty::Bool) => true,
            (Ty::List(items), Ty::List(_)) => {
                let items = self.types.items(*items);
                items.is_number() || *items == Ty::Unknown
            }
            _ => false,
        }
    }
}

fn is_number_or_none(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown | Ty::None | Ty::Int | Ty::Bool => true,
        Ty::Optional(inner) => is_number_or_none(inner),
        _ => false,
    }
}

/// Whether some way through an expression gives True or False.
fn can_be_bool(value: &Expression) -> bool {
    match &value.kind {
        Kind::Conditional {
            then, otherwise, ..
        } => can_be_bool(then) || can_be_bool(otherwise),
        Kind::And(operands) | Kind::Or(operands) => operands.iter().any(can_be_bool),
        _ => match &value.ty {
            Type::Optional(inner) => **inner == Type::Bool,
            other => *other == Type::Bool,
        },
    }
}

/// A number with its noun.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
