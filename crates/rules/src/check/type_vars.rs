//! Types during inference.
//!
//! The item type of a list is a type variable, its *cell*, shared by all names
//! of the list (union-find). Types only ascend in the lattice: unknown to
//! known, `bool` to `int`, `T` to optional `T`. With the depth limit this makes
//! the iteration terminate.

use super::dict::DictType;
use crate::tree::Type;

/// An inferred type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    /// Nothing yet: items of an empty list, or the result of a function being
    /// checked.
    Unknown,
    Int,
    Bool,
    /// An int or an infinity, represented by the greatest or least int.
    Bound,
    Str,
    None,
    Optional(Box<Ty>),
    Tuple(Vec<Ty>),
    Row(Box<Ty>),
    /// A set, represented by a row.
    Set(Box<Ty>),
    List(Cell),
    /// A deque, represented by a list.
    Deque(Cell),
    /// A range that is a value, represented by a row.
    Range,
    /// A dict, represented by a pair of lists.
    Dict(DictType),
    /// A record, represented by the tuple of its fields.
    Record(RecordType, Vec<Ty>),
}

/// The class of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RecordType {
    /// The number of the function that makes it.
    pub(super) function: usize,
    /// See [`Record`](super::desugar::Record).
    pub(super) is_tuple: bool,
    pub(super) has_order: bool,
    pub(super) is_hashable: bool,
}

/// The type variable of a list's items.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cell(usize);

#[derive(Debug)]
enum State {
    Holds(Ty),
    SameAs(Cell),
}

/// Two types without a join.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypeMismatch;

/// Maximum nesting of types.
const MAX_DEPTH: usize = 12;

/// All cells: a union-find forest.
#[derive(Debug, Default)]
pub(super) struct Types {
    cells: Vec<State>,
    /// Whether a type has changed since this was last set to `false`.
    pub(super) has_changed: bool,
    /// Whether an int and a bool were joined.
    pub(super) mixes_bools: bool,
}

impl Ty {
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Ty::Int | Ty::Bool)
    }

    /// Whether it is a number, finite or not.
    pub(super) fn is_bound(&self) -> bool {
        self.is_number() || *self == Ty::Bound
    }

    /// A `NamedTuple` as the tuple that it is.
    pub(super) fn as_tuple(&self) -> Ty {
        match self {
            Ty::Record(class, items) if class.is_tuple => Ty::Tuple(items.clone()),
            other => other.clone(),
        }
    }

    pub(super) fn optional(self) -> Ty {
        match self {
            Ty::None | Ty::Optional(_) => self,
            other => Ty::Optional(Box::new(other)),
        }
    }
}

impl Types {
    pub(super) fn new_cell(&mut self, ty: Ty) -> Cell {
        self.cells.push(State::Holds(ty));
        Cell(self.cells.len() - 1)
    }

    fn root(&self, mut cell: Cell) -> Cell {
        while let State::SameAs(other) = self.cells[cell.0] {
            cell = other;
        }
        cell
    }

    /// The item type of a list.
    pub(super) fn items(&self, cell: Cell) -> &Ty {
        match &self.cells[self.root(cell).0] {
            State::Holds(ty) => ty,
            State::SameAs(_) => unreachable!("a root holds a type"),
        }
    }

    /// Joins a type into the item type of a list.
    pub(super) fn add_item(&mut self, cell: Cell, ty: &Ty) -> Result<(), TypeMismatch> {
        let known = self.items(cell).clone();
        let joined = self.join(&known, ty)?;
        self.set(cell, joined)
    }

    fn set(&mut self, cell: Cell, ty: Ty) -> Result<(), TypeMismatch> {
        let root = self.root(cell);
        if self.contains(&ty, root, 0) {
            return Err(TypeMismatch);
        }
        if !self.is_same(self.items(root), &ty) {
            self.has_changed = true;
            self.cells[root.0] = State::Holds(ty);
        }
        Ok(())
    }

    /// Whether two types are equal up to the names of their cells.
    pub(super) fn is_same(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::List(a), Ty::List(b)) => self.root(*a) == self.root(*b),
            (Ty::Dict(a), Ty::Dict(b)) => {
                self.root(a.keys) == self.root(b.keys)
                    && self.root(a.values) == self.root(b.values)
                    && a.missing == b.missing
            }
            (Ty::Optional(a), Ty::Optional(b))
            | (Ty::Row(a), Ty::Row(b))
            | (Ty::Set(a), Ty::Set(b)) => self.is_same(a, b),
            (Ty::Tuple(a), Ty::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_same(a, b))
            }
            (Ty::Record(a, left), Ty::Record(b, right)) => {
                a == b && left.iter().zip(right).all(|(a, b)| self.is_same(a, b))
            }
            (a, b) => a == b,
        }
    }

    /// Occurs check: whether the type contains a list of this cell, or is so
    /// deep that it is treated as if.
    fn contains(&self, ty: &Ty, cell: Cell, depth: usize) -> bool {
        if depth > MAX_DEPTH {
            return true;
        }
        match ty {
            Ty::Optional(inner) | Ty::Row(inner) | Ty::Set(inner) => {
                self.contains(inner, cell, depth + 1)
            }
            Ty::Tuple(items) | Ty::Record(_, items) => items
                .iter()
                .any(|item| self.contains(item, cell, depth + 1)),
            Ty::List(other) | Ty::Deque(other) => {
                let root = self.root(*other);
                root == cell || self.contains(self.items(root), cell, depth + 1)
            }
            Ty::Dict(dict) => [dict.keys, dict.values]
                .iter()
                .any(|&list| self.contains(&Ty::List(list), cell, depth + 1)),
            _ => false,
        }
    }

    /// Whether a type contains a list with this cell.
    pub(super) fn is_inside(&self, cell: Cell, ty: &Ty) -> bool {
        self.contains(ty, self.root(cell), 0)
    }

    /// Whether a type exceeds the nesting limit.
    pub(super) fn is_too_deep(&self, ty: &Ty) -> bool {
        self.contains(ty, Cell(usize::MAX), 0)
    }

    fn unify(&mut self, a: Cell, b: Cell) -> Result<Cell, TypeMismatch> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(a);
        }
        let (of_a, of_b) = (self.items(a).clone(), self.items(b).clone());
        let joined = self.join(&of_a, &of_b)?;
        // The join may have unified the two cells.
        let (a, b) = (self.root(a), self.root(b));
        self.set(a, joined)?;
        if a != b {
            self.cells[b.0] = State::SameAs(a);
            self.has_changed = true;
        }
        Ok(a)
    }

    /// The least upper bound of two types. Lists are unified.
    pub(super) fn join(&mut self, a: &Ty, b: &Ty) -> Result<Ty, TypeMismatch> {
        Ok(match (a, b) {
            (Ty::Unknown, other) | (other, Ty::Unknown) => other.clone(),
            (Ty::Bool, Ty::Bool) => Ty::Bool,
            (a, b) if a.is_number() && b.is_number() => {
                self.mixes_bools |= a != b;
                Ty::Int
            }
            (a, b) if a.is_bound() && b.is_bound() => Ty::Bound,
            (Ty::Str, Ty::Str) => Ty::Str,
            (Ty::None, Ty::None) => Ty::None,
            (Ty::None, other) | (other, Ty::None) => other.clone().optional(),
            (Ty::Optional(a), Ty::Optional(b)) => self.join(a, b)?.optional(),
            (Ty::Optional(inner), other) | (other, Ty::Optional(inner)) => {
                self.join(inner, other)?.optional()
            }
            (Ty::Record(class, a), Ty::Record(other, b)) if class == other => {
                let items = a.iter().zip(b).map(|(a, b)| self.join(a, b));
                Ty::Record(*class, items.collect::<Result<_, _>>()?)
            }
            (Ty::Record(class, items), other) | (other, Ty::Record(class, items))
                if class.is_tuple =>
            {
                self.join(&Ty::Tuple(items.clone()), &other.as_tuple())?
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                let items: Result<Vec<Ty>, TypeMismatch> =
                    pairs.map(|(a, b)| self.join(a, b)).collect();
                Ty::Tuple(items?)
            }
            (Ty::Tuple(_) | Ty::Row(_), Ty::Tuple(_) | Ty::Row(_)) => {
                let (a, b) = (self.one_item(a)?, self.one_item(b)?);
                Ty::Row(Box::new(self.join(&a, &b)?))
            }
            (Ty::Set(a), Ty::Set(b)) => Ty::Set(Box::new(self.join(a, b)?)),
            (Ty::List(a), Ty::List(b)) => Ty::List(self.unify(*a, *b)?),
            (Ty::Deque(a), Ty::Deque(b)) => Ty::Deque(self.unify(*a, *b)?),
            (Ty::Range, Ty::Range) => Ty::Range,
            (Ty::Dict(a), Ty::Dict(b)) if a.missing == b.missing => {
                let keys = self.unify(a.keys, b.keys)?;
                let values = self.unify(a.values, b.values)?;
                Ty::Dict(DictType::new(keys, values, a.missing))
            }
            _ => return Err(TypeMismatch),
        })
    }

    /// The join of two types with the cells of the first: lists are not
    /// unified.
    pub(super) fn absorb(&mut self, into: &Ty, ty: &Ty) -> Result<Ty, TypeMismatch> {
        Ok(match (into, ty) {
            (Ty::Unknown, Ty::List(cell)) => {
                let items = self.items(*cell).clone();
                let own = self.new_cell(Ty::Unknown);
                self.absorb_items(own, &items)?;
                Ty::List(own)
            }
            (Ty::Unknown, Ty::Tuple(items)) => {
                let items = items.iter().map(|item| self.absorb(&Ty::Unknown, item));
                Ty::Tuple(items.collect::<Result<_, _>>()?)
            }
            (Ty::Unknown, Ty::Record(class, items)) => {
                let items = items.iter().map(|item| self.absorb(&Ty::Unknown, item));
                Ty::Record(*class, items.collect::<Result<_, _>>()?)
            }
            (Ty::Record(class, into), Ty::Record(other, ty)) if class == other => {
                let pairs = into.iter().zip(ty);
                let items = pairs.map(|(into, ty)| self.absorb(into, ty));
                Ty::Record(*class, items.collect::<Result<_, _>>()?)
            }
            (Ty::Unknown, Ty::Row(item)) => Ty::Row(Box::new(self.absorb(&Ty::Unknown, item)?)),
            (Ty::Unknown, Ty::Optional(inner)) => self.absorb(&Ty::Unknown, inner)?.optional(),
            (into, Ty::Unknown) => into.clone(),
            (into, Ty::None) => into.clone().optional(),
            (Ty::None, other) => self.absorb(&Ty::Unknown, other)?.optional(),
            (Ty::Optional(into), Ty::Optional(ty)) => self.absorb(into, ty)?.optional(),
            (Ty::Optional(into), other) => self.absorb(into, other)?.optional(),
            (into, Ty::Optional(ty)) => self.absorb(into, ty)?.optional(),
            (Ty::Tuple(into), Ty::Tuple(ty)) if into.len() == ty.len() => {
                let pairs = into.iter().zip(ty);
                let items = pairs.map(|(into, ty)| self.absorb(into, ty));
                Ty::Tuple(items.collect::<Result<_, _>>()?)
            }
            (Ty::Tuple(_) | Ty::Row(_), Ty::Tuple(_) | Ty::Row(_)) => {
                let items_of = |ty: &Ty| match ty {
                    Ty::Tuple(items) => items.clone(),
                    Ty::Row(item) => vec![(**item).clone()],
                    _ => Vec::new(),
                };
                let mut joined = Ty::Unknown;
                for item in items_of(into).iter().chain(&items_of(ty)) {
                    joined = self.absorb(&joined, item)?;
                }
                Ty::Row(Box::new(joined))
            }
            (Ty::List(own), Ty::List(cell)) => {
                let items = self.items(*cell).clone();
                self.absorb_items(*own, &items)?;
                Ty::List(*own)
            }
            (into, ty) => self.join(into, ty)?,
        })
    }

    /// [`absorb`](Types::absorb)s a type into the items of a list.
    pub(super) fn absorb_items(&mut self, cell: Cell, items: &Ty) -> Result<(), TypeMismatch> {
        let known = self.items(cell).clone();
        let joined = self.absorb(&known, items)?;
        self.set(cell, joined)
    }

    /// The join of a tuple's item types.
    pub(super) fn one_item(&mut self, ty: &Ty) -> Result<Ty, TypeMismatch> {
        match ty {
            Ty::Row(item) => Ok((**item).clone()),
            Ty::Record(class, _) if class.is_tuple => self.one_item(&ty.as_tuple()),
            Ty::Tuple(items) => {
                let mut joined = Ty::Unknown;
                for item in items {
                    joined = self.join(&joined, item)?;
                }
                Ok(joined)
            }
            _ => Err(TypeMismatch),
        }
    }

    /// Whether `==` is defined between the two.
    pub(super) fn can_equal(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Unknown | Ty::None, _) | (_, Ty::Unknown | Ty::None) => true,
            (Ty::Optional(inner), other) | (other, Ty::Optional(inner)) => {
                self.can_equal(inner, other)
            }
            (Ty::Record(class, a), Ty::Record(other, b)) if class == other => {
                a.iter().zip(b).all(|(a, b)| self.can_equal(a, b))
            }
            (Ty::Record(class, _), other) | (other, Ty::Record(class, _)) => {
                let is_tuple = match other {
                    Ty::Record(other, _) => other.is_tuple,
                    other => matches!(other, Ty::Tuple(_) | Ty::Row(_)),
                };
                class.is_tuple && is_tuple && self.can_equal(&a.as_tuple(), &b.as_tuple())
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).all(|(a, b)| self.can_equal(a, b))
            }
            (Ty::Tuple(_), Ty::Tuple(_)) => true,
            (Ty::Row(item), Ty::Tuple(items)) | (Ty::Tuple(items), Ty::Row(item)) => {
                items.iter().all(|other| self.can_equal(item, other))
            }
            (Ty::Row(a), Ty::Row(b)) | (Ty::Set(a), Ty::Set(b)) => self.can_equal(a, b),
            (Ty::List(a), Ty::List(b)) => self.can_equal(self.items(*a), self.items(*b)),
            (Ty::Str, Ty::Str) => true,
            (a, b) => a.is_bound() && b.is_bound(),
        }
    }

    /// Whether a value of this type contains a list.
    pub(super) fn has_list(&self, ty: &Ty) -> bool {
        match ty {
            Ty::List(_) | Ty::Deque(_) | Ty::Dict(_) => true,
            Ty::Optional(inner) | Ty::Row(inner) => self.has_list(inner),
            Ty::Record(class, _) if !class.is_hashable => true,
            Ty::Tuple(items) | Ty::Record(_, items) => items.iter().any(|item| self.has_list(item)),
            _ => false,
        }
    }

    /// Whether a type, or one of which it consists, is such.
    fn any(&self, ty: &Ty, is: fn(&Ty) -> bool) -> bool {
        is(ty)
            || match ty {
                Ty::Optional(inner) | Ty::Row(inner) | Ty::Set(inner) => self.any(inner, is),
                Ty::Tuple(items) | Ty::Record(_, items) => {
                    items.iter().any(|item| self.any(item, is))
                }
                Ty::List(cell) | Ty::Deque(cell) => self.any(self.items(*cell), is),
                Ty::Dict(dict) => [dict.keys, dict.values]
                    .iter()
                    .any(|&list| self.any(self.items(list), is)),
                _ => false,
            }
    }

    /// Whether a value of this type contains a set.
    pub(super) fn has_set(&self, ty: &Ty) -> bool {
        self.any(ty, |ty| matches!(ty, Ty::Set(_)))
    }

    /// Whether a value of this type contains a dict.
    pub(super) fn has_dict(&self, ty: &Ty) -> bool {
        self.any(ty, |ty| matches!(ty, Ty::Dict(_)))
    }

    /// Whether a value of this type contains one that has another text than what represents it: a
    /// deque, a range or an infinity.
    pub(super) fn has_other_text(&self, ty: &Ty) -> bool {
        self.any(ty, |ty| matches!(ty, Ty::Deque(_) | Ty::Range | Ty::Bound))
    }

    /// Whether a value of this type contains a record.
    pub(super) fn has_record(&self, ty: &Ty) -> bool {
        self.any(ty, |ty| matches!(ty, Ty::Record(..)))
    }

    /// Whether part of a type is not known yet.
    pub(super) fn has_unknown(&self, ty: &Ty) -> bool {
        self.any(ty, |ty| matches!(ty, Ty::Unknown))
    }

    /// The final type of a field, which distinguishes sets.
    pub(super) fn field(&self, ty: &Ty) -> Type {
        match ty {
            Ty::Set(item) => Type::Set(Box::new(self.field(item))),
            Ty::Optional(inner) => match self.field(inner) {
                Type::None => Type::None,
                inner => Type::Optional(Box::new(inner)),
            },
            Ty::Tuple(items) | Ty::Record(_, items) => {
                Type::Tuple(items.iter().map(|item| self.field(item)).collect())
            }
            Ty::Row(item) => Type::Row(Box::new(self.field(item))),
            Ty::List(cell) => Type::List(Box::new(self.field(self.items(*cell)))),
            other => self.finalised(other),
        }
    }

    /// Whether `<` is defined on this type.
    pub(super) fn has_order(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Unknown | Ty::Int | Ty::Bool | Ty::Bound | Ty::Str => true,
            Ty::None | Ty::Optional(_) | Ty::Set(_) | Ty::Dict(_) => false,
            Ty::Deque(_) | Ty::Range => false,
            Ty::Record(class, _) if !class.has_order => false,
            Ty::Tuple(items) | Ty::Record(_, items) => {
                items.iter().all(|item| self.has_order(item))
            }
            Ty::Row(item) => self.has_order(item),
            Ty::List(cell) => self.has_order(self.items(*cell)),
        }
    }

    /// A type in messages.
    pub(super) fn described(&self, ty: &Ty) -> String {
        match ty {
            Ty::Dict(_) => "a dict".to_owned(),
            Ty::Deque(_) => "a deque".to_owned(),
            Ty::Range => "a range".to_owned(),
            Ty::Bound => "an int or infinity".to_owned(),
            Ty::Record(class, _) if class.is_tuple => "a named tuple".to_owned(),
            Ty::Record(..) => "a dataclass".to_owned(),
            Ty::Set(item) => Type::Set(Box::new(self.finalised(item))).to_string(),
            other => self.finalised(other).to_string(),
        }
    }

    /// The final type. A type that is still unknown is never used at run time,
    /// so any choice is right.
    pub(super) fn finalised(&self, ty: &Ty) -> Type {
        match ty {
            Ty::Unknown | Ty::Int | Ty::Bound => Type::Int,
            Ty::Bool => Type::Bool,
            Ty::Str => Type::Str,
            Ty::None => Type::None,
            Ty::Optional(inner) => match self.finalised(inner) {
                Type::None => Type::None,
                inner => Type::Optional(Box::new(inner)),
            },
            Ty::Tuple(items) | Ty::Record(_, items) => {
                Type::Tuple(items.iter().map(|item| self.finalised(item)).collect())
            }
            Ty::Row(item) | Ty::Set(item) => Type::Row(Box::new(self.finalised(item))),
            Ty::List(cell) | Ty::Deque(cell) => {
                Type::List(Box::new(self.finalised(self.items(*cell))))
            }
            Ty::Range => Type::Row(Box::new(Type::Int)),
            Ty::Dict(dict) => Type::Tuple(vec![
                self.finalised(&Ty::List(dict.keys)),
                self.finalised(&Ty::List(dict.values)),
            ]),
        }
    }
}
