//! Entry points, also called roles: the functions of a rule file that kibitz
//! calls. Checks which are defined and infers their argument types.

use super::instance::{Checker, Owner, Task};
use super::options;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{ClaimOf, Expression, FunctionId, Kind, PlayConvention, Roles, Type};

/// A value per role.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RoleTable<T>([Option<T>; 11]);

/// The roles, in the order of [`RoleTable`].
const NAMES: [&str; 11] = [
    "start", "moves", "left", "right", "over", "claim", "split", "canon", "symmetry", "show",
    "answer",
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
            answer,
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
            answer,
        }
    }
}

/// The task of a role, which determines what it yields or returns.
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
    /// Rejects a file that lacks a required function.
    pub(super) fn check_roles(&self) -> Result<(), Diagnostic> {
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
                return Err(Diagnostic::at(span(there), "`left` is defined, but `right` is not")
                    .help("define `right` as well, the options of the other player; or a single `moves` for both"));
            }
            (None, None, Some(there)) => {
                return Err(Diagnostic::at(span(there), "`right` is defined, but `left` is not")
                    .help("define `left` as well, the options of the other player; or a single `moves` for both"));
            }
            (Some(moves), ..) => {
                let message = "`moves` and `left` or `right` cannot both be defined";
                return Err(Diagnostic::at(span(moves), message).help(
                    "use `moves` if both players have the same moves, else `left` and `right`",
                ));
            }
        }
        if let (Some(_), Some(symmetry)) = (has("canon"), has("symmetry")) {
            return Err(Diagnostic::at(
                span(symmetry),
                "`canon` and `symmetry` cannot both be defined",
            )
            .help("keep one of them: each defines which positions are equivalent"));
        }
        if let (PlayConvention::Score, Some(left)) = (self.options.play, has("left")) {
            return Err(Diagnostic::at(span(left), "score play requires `moves`").help(
                "define `moves` for both players: a position says who is to move, or is seen from the mover's side",
            ));
        }
        if let (Some(split), Some(_)) = (has("split"), has("left")) {
            return Err(Diagnostic::at(span(split), "`split` requires `moves`")
                .help("only games with `moves` are solved as sums; remove `split`"));
        }
        for role in ["start", "moves", "left", "right", "split", "symmetry"] {
            let Some(number) = has(role) else { continue };
            if !self.file.definitions[number].is_generator {
                return Err(
                    Diagnostic::at(span(number), format!("`{role}` does not yield")).help(
                        "use `yield …` instead of `return`, for several positions `yield from …`",
                    ),
                );
            }
        }
        for role in ["over", "claim", "canon", "show", "answer"] {
            let Some(number) = has(role) else { continue };
            if self.file.definitions[number].is_generator && self.is_role(role) {
                return Err(
                    Diagnostic::at(span(number), format!("`{role}` must not yield"))
                        .help("it has one result: write `return …`"),
                );
            }
        }
        Ok(())
    }

    /// Whether kibitz calls a function of this name: `answer` only in a contest.
    fn is_role(&self, name: &str) -> bool {
        name != "answer" || options::has_contest(&self.file)
    }

    fn missing(&self, role: &str, example: &str) -> Diagnostic {
        let names = self.file.definitions.iter().map(|d| (d.name, d.span));
        let near = names
            .filter(|(name, _)| !NAMES.contains(name) && strsim::jaro_winkler(name, role) > 0.85)
            .max_by(|a, b| {
                let similarity = |name: &str| strsim::jaro_winkler(name, role);
                similarity(a.0).total_cmp(&similarity(b.0))
            });
        let message = format!("the file does not define `{role}`");
        match near {
            Some((name, at)) => {
                Diagnostic::at(at, message).help(format!("did you mean `{role}` by `{name}`?"))
            }
            None => Diagnostic::of_file(message).help(format!("define it, e.g. {example}")),
        }
    }

    /// Checks every role with the types of a position's fields.
    pub(super) fn infer_roles(&mut self) -> Result<RoleTable<usize>, Diagnostic> {
        let mut table = RoleTable::default();
        for (slot, role) in NAMES.iter().enumerate() {
            let Some(number) = self.file.definition(role) else {
                continue;
            };
            if !self.is_role(role) {
                continue;
            }
            let arguments = self.role_arguments(role, number)?;
            let at = self.file.definitions[number].span;
            let owner = Owner::Function(number);
            let instance = self.instance(owner, task_of(role), &arguments, at)?;
            self.check_result(role, instance, at)?;
            table.0[slot] = Some(instance);
        }
        Ok(table)
    }

    fn role_arguments(&mut self, role: &str, number: usize) -> Result<Vec<Ty>, Diagnostic> {
        let definition = &self.file.definitions[number];
        let (at, have) = (definition.span, definition.parameters.len());
        let arguments = match role {
            "start" => Vec::new(),
            "symmetry" => vec![Ty::Int],
            "answer" if have == 2 && self.options.play == PlayConvention::Score => {
                vec![Ty::Str, Ty::Int]
            }
            "answer" => vec![Ty::Str],
            _ => self.fields.clone().unwrap_or_default(),
        };
        if arguments.len() != have {
            let expected = arguments.len();
            let help = match role {
                "start" => "write `def start():`; parameters are constants of the file".to_owned(),
                "symmetry" => "write `def symmetry(i):`; `i` is a cell".to_owned(),
                "answer" => {
                    "write `def answer(result):`; `result` is \"win\", \"loss\" or \"draw\". \
                             With play = \"score\" it may also be `def answer(result, score):`"
                        .to_owned()
                }
                _ => format!(
                    "a position has {}, as `start` yields it: ({})",
                    counted(expected, "field"),
                    self.described_fields()
                ),
            };
            return Err(Diagnostic::at(
                at,
                format!(
                    "`{role}` takes {}, not {have}",
                    counted(expected, "argument")
                ),
            )
            .help(help));
        }
        let mut next = 0;
        Ok(arguments
            .iter()
            .map(|ty| self.fresh_field(at, &mut next, ty))
            .collect())
    }

    /// A field is passed to a function with new lists; `next` numbers their
    /// cells.
    fn fresh_field(&mut self, role: Span, next: &mut u32, ty: &Ty) -> Ty {
        match ty {
            Ty::List(cell) => {
                let own = self.cell_at(role, *next);
                *next += 1;
                let items = self.types.items(*cell).clone();
                let items = self.fresh_field(role, next, &items);
                // Cannot fail: the cell has only ever got the items of this field.
                let _ = self.types.absorb_items(own, &items);
                Ty::List(own)
            }
            Ty::Row(item) => Ty::Row(Box::new(self.fresh_field(role, next, item))),
            Ty::Set(item) => Ty::Set(Box::new(self.fresh_field(role, next, item))),
            Ty::Optional(inner) => self.fresh_field(role, next, inner).optional(),
            Ty::Record(class, items) => {
                let items = items.iter();
                let items = items.map(|item| self.fresh_field(role, next, item));
                Ty::Record(*class, items.collect())
            }
            Ty::Tuple(items) => {
                let items = items.iter();
                Ty::Tuple(
                    items
                        .map(|item| self.fresh_field(role, next, item))
                        .collect(),
                )
            }
            other => other.clone(),
        }
    }

    fn described_fields(&self) -> String {
        let fields = self.fields.iter().flatten();
        let words: Vec<String> = fields
            .map(|ty| self.types.finalised(ty).to_string())
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

    /// Checks the return type of a role.
    fn check_result(&mut self, role: &str, instance: usize, at: Span) -> Result<(), Diagnostic> {
        let options = self.options;
        let returns = self.instances[instance].returns.clone();
        let is_position = role != "canon" || self.absorb_position(&returns);
        if !self.is_last_round {
            return Ok(());
        }
        let fits = match role {
            "over" => is_number_or_none(&returns),
            "claim" => match options.claim_of {
                ClaimOf::Win => matches!(returns, Ty::Bool | Ty::Unknown),
                _ => returns.is_number() || returns == Ty::Unknown,
            },
            "show" | "answer" => matches!(returns, Ty::Str | Ty::Unknown),
            "canon" => is_position,
            _ => true,
        };
        if fits {
            return Ok(());
        }
        let is = self.types.described(&returns);
        let (expected, help) = match role {
            "over" if options.play == PlayConvention::Score => (
                "None or an int",
                "None: the game continues; an int: it is over, with these points for the player to move",
            ),
            "over" => (
                "None, 1, -1 or 0",
                "None: the game continues; 1: the player to move has won; -1: has lost; 0: draw",
            ),
            "claim" if options.claim_of == ClaimOf::Win && returns.is_number() => (
                "a bool",
                "write `return bool(…)`, or state what the number means: claim_of = \"outcome\", \"grundy\" or \"score\"",
            ),
            "claim" if options.claim_of == ClaimOf::Win => {
                ("a bool", "True if the player to move wins")
            }
            "claim" => (
                "an int",
                "an outcome (1, 0 or -1), a Grundy value or a score, depending on `claim_of`",
            ),
            "answer" => (
                "a string",
                "return the line of output for a case with this result",
            ),
            "show" => (
                "a string",
                "write `return str(…)`, an f-string or `return grid(…)`",
            ),
            _ => (
                "a position",
                "return the fields as `start` yields them: the canonical form of the position",
            ),
        };
        Err(Diagnostic::at(at, format!("`{role}` returns {is}, expected {expected}")).help(help))
    }

    /// Rejects a `return` of `over` that can be True or False: False equals 0,
    /// a draw, where the game is meant to continue.
    pub(super) fn refuse_bool_of_over(&self, value: &Expression) -> Result<(), Diagnostic> {
        let is_over = self
            .definition(self.current_number())
            .is_some_and(|definition| definition.name == "over");
        if !(is_over && self.is_last_round && can_be_bool(value)) {
            return Ok(());
        }
        let help = match (&value.kind, self.source.slice(value.span)) {
            (Kind::Bool(true), _) => "write `return 1` if the player to move has won, `return -1` if that player has lost".to_owned(),
            (Kind::Bool(false), _) => "write `return None` if the game continues, `return 0` for a draw".to_owned(),
            (Kind::Conditional { .. } | Kind::And(_) | Kind::Or(_), _) => {
                "write 1, -1, 0 or None instead of True and False".to_owned()
            }
            (_, text) if text.len() > 60 || text.contains('\n') => {
                "write `return 1 if … else None` if the player to move has won, `-1 if … else None` if that player has lost".to_owned()
            }
            (_, text) => format!(
                "write `return 1 if {text} else None` if the player to move has won, `-1 if …` if that player has lost"
            ),
        };
        let message =
            "`over` returns a bool here: True equals 1, a win, and False equals 0, a draw";
        Err(Diagnostic::at(value.span, message).help(help))
    }

    /// Whether a value of this type can be a position; the types of the fields
    /// include it from then on.
    fn absorb_position(&mut self, ty: &Ty) -> bool {
        let count = self.fields.as_ref().map_or(0, Vec::len);
        let items = match ty {
            Ty::Unknown => return true,
            Ty::Row(item) if count != 1 => vec![(**item).clone(); count],
            Ty::Tuple(items) if count != 1 => items.clone(),
            Ty::Record(class, items) if count != 1 && class.is_tuple => items.clone(),
            other => vec![other.clone()],
        };
        items.len() == count
            && items
                .iter()
                .enumerate()
                .all(|(slot, item)| self.absorb_field(slot, item))
    }

    /// Whether a value of type `ty` can be stored in a field; the type of the
    /// field includes it from then on. Where `start` yields a bool, or a value
    /// that is not None, so do all.
    pub(super) fn absorb_field(&mut self, slot: usize, ty: &Ty) -> bool {
        let Some(field) = self.fields.as_ref().and_then(|fields| fields.get(slot)) else {
            return false;
        };
        let field = field.clone();
        match (ty, &field) {
            (Ty::Unknown, _) => return true,
            (Ty::Bool, Ty::Int) | (Ty::Int, Ty::Int) | (Ty::Bool, Ty::Bool) => return true,
            (Ty::Int, Ty::Bool) => return false,
            (Ty::Optional(_) | Ty::None, Ty::Optional(_) | Ty::None | Ty::Unknown) => {}
            (Ty::Optional(inner), _) => {
                self.absorb_field(slot, &inner.clone());
                return false;
            }
            (Ty::None, _) => return false,
            _ => {}
        }
        let Ok(joined) = self.types.absorb(&field, ty) else {
            return false;
        };
        self.types.has_changed |= !self.types.is_same(&joined, &field);
        if let Some(fields) = &mut self.fields {
            fields[slot] = joined;
        }
        true
    }
}

fn is_number_or_none(ty: &Ty) -> bool {
    match ty {
        Ty::Unknown | Ty::None | Ty::Int | Ty::Bool => true,
        Ty::Optional(inner) => is_number_or_none(inner),
        _ => false,
    }
}

/// Whether an expression can evaluate to True or False.
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

/// A count with its noun.
pub(super) fn counted(count: usize, noun: &str) -> String {
    match count {
        0 => format!("no {noun}s"),
        1 => format!("1 {noun}"),
        _ => format!("{count} {noun}s"),
    }
}
