//! Types while they are being found out.
//!
//! A list's item type lives in a *cell*: all names of one list share the cell,
//! so that what is learnt through one name is known of all. Everything only
//! ever grows, from unknown to known, from `bool` to `int`, from `T` to an
//! optional `T`: so looking at the program again and again comes to an end.

use crate::tree::Type;

/// What is known of a type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    /// Nothing yet: the items of an empty list, the result of a function that
    /// is being looked at.
    Unknown,
    Int,
    Bool,
    Str,
    None,
    Optional(Box<Ty>),
    Tuple(Vec<Ty>),
    Row(Box<Ty>),
    List(Cell),
}

/// Where the type of a list's items is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cell(usize);

#[derive(Debug)]
enum State {
    Holds(Ty),
    SameAs(Cell),
}

/// Two types that cannot be one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash;

/// Types inside each other at most.
const MOST_DEPTH: usize = 12;

/// All cells.
#[derive(Debug, Default)]
pub(super) struct Types {
    cells: Vec<State>,
    /// Whether anything was learnt since this was last set to `false`.
    pub(super) has_changed: bool,
}

impl Ty {
    pub(super) fn is_number(&self) -> bool {
        matches!(self, Ty::Int | Ty::Bool)
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

    /// The type of the items of a list.
    pub(super) fn items(&self, cell: Cell) -> &Ty {
        match &self.cells[self.root(cell).0] {
            State::Holds(ty) => ty,
            State::SameAs(_) => unreachable!("a root holds a type"),
        }
    }

    /// Learns that items of this type lie in the list, too.
    pub(super) fn add_item(&mut self, cell: Cell, ty: &Ty) -> Result<(), Clash> {
        let known = self.items(cell).clone();
        let joined = self.join(&known, ty)?;
        self.set(cell, joined)
    }

    fn set(&mut self, cell: Cell, ty: Ty) -> Result<(), Clash> {
        let root = self.root(cell);
        if self.contains(&ty, root, 0) {
            return Err(Clash);
        }
        if !self.is_same(self.items(root), &ty) {
            self.has_changed = true;
            self.cells[root.0] = State::Holds(ty);
        }
        Ok(())
    }

    /// Whether two types are one, whatever their cells are called.
    pub(super) fn is_same(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::List(a), Ty::List(b)) => self.root(*a) == self.root(*b),
            (Ty::Optional(a), Ty::Optional(b)) | (Ty::Row(a), Ty::Row(b)) => self.is_same(a, b),
            (Ty::Tuple(a), Ty::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_same(a, b))
            }
            (a, b) => a == b,
        }
    }

    /// Whether a list of this cell is somewhere inside the type, or the type is
    /// nested so deeply that it may as well be.
    fn contains(&self, ty: &Ty, cell: Cell, depth: usize) -> bool {
        if depth > MOST_DEPTH {
            return true;
        }
        match ty {
            Ty::Optional(inner) | Ty::Row(inner) => self.contains(inner, cell, depth + 1),
            Ty::Tuple(items) => items
                .iter()
                .any(|item| self.contains(item, cell, depth + 1)),
            Ty::List(other) => {
                let root = self.root(*other);
                root == cell || self.contains(self.items(root), cell, depth + 1)
            }
            _ => false,
        }
    }

    /// Whether a list with this cell is somewhere inside a type.
    pub(super) fn is_inside(&self, cell: Cell, ty: &Ty) -> bool {
        self.contains(ty, self.root(cell), 0)
    }

    /// Whether a type is nested beyond reason.
    pub(super) fn is_too_deep(&self, ty: &Ty) -> bool {
        self.contains(ty, Cell(usize::MAX), 0)
    }

    fn unify(&mut self, a: Cell, b: Cell) -> Result<Cell, Clash> {
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(a);
        }
        let (of_a, of_b) = (self.items(a).clone(), self.items(b).clone());
        let joined = self.join(&of_a, &of_b)?;
        // Joining may itself have made the two cells one.
        let (a, b) = (self.root(a), self.root(b));
        self.set(a, joined)?;
        if a != b {
            self.cells[b.0] = State::SameAs(a);
            self.has_changed = true;
        }
        Ok(a)
    }

    /// The least type that both stand for. Lists become one.
    pub(super) fn join(&mut self, a: &Ty, b: &Ty) -> Result<Ty, Clash> {
        Ok(match (a, b) {
            (Ty::Unknown, other) | (other, Ty::Unknown) => other.clone(),
            (Ty::Bool, Ty::Bool) => Ty::Bool,
            (a, b) if a.is_number() && b.is_number() => Ty::Int,
            (Ty::Str, Ty::Str) => Ty::Str,
            (Ty::None, Ty::None) => Ty::None,
            (Ty::None, other) | (other, Ty::None) => other.clone().optional(),
            (Ty::Optional(a), Ty::Optional(b)) => self.join(a, b)?.optional(),
            (Ty::Optional(inner), other) | (other, Ty::Optional(inner)) => {
                self.join(inner, other)?.optional()
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                let pairs = a.iter().zip(b);
                let items: Result<Vec<Ty>, Clash> = pairs.map(|(a, b)| self.join(a, b)).collect();
                Ty::Tuple(items?)
            }
            (Ty::Tuple(_) | Ty::Row(_), Ty::Tuple(_) | Ty::Row(_)) => {
                let (a, b) = (self.one_item(a)?, self.one_item(b)?);
                Ty::Row(Box::new(self.join(&a, &b)?))
            }
            (Ty::List(a), Ty::List(b)) => Ty::List(self.unify(*a, *b)?),
            _ => return Err(Clash),
        })
    }

    /// The one type that all items of a tuple stand for.
    pub(super) fn one_item(&mut self, ty: &Ty) -> Result<Ty, Clash> {
        match ty {
            Ty::Row(item) => Ok((**item).clone()),
            Ty::Tuple(items) => {
                let mut joined = Ty::Unknown;
                for item in items {
                    joined = self.join(&joined, item)?;
                }
                Ok(joined)
            }
            _ => Err(Clash),
        }
    }

    /// Whether `==` between the two makes sense.
    pub(super) fn can_equal(&self, a: &Ty, b: &Ty) -> bool {
        match (a, b) {
            (Ty::Unknown | Ty::None, _) | (_, Ty::Unknown | Ty::None) => true,
            (Ty::Optional(inner), other) | (other, Ty::Optional(inner)) => {
                self.can_equal(inner, other)
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(b).all(|(a, b)| self.can_equal(a, b))
            }
            (Ty::Tuple(_), Ty::Tuple(_)) => true,
            (Ty::Row(item), Ty::Tuple(items)) | (Ty::Tuple(items), Ty::Row(item)) => {
                items.iter().all(|other| self.can_equal(item, other))
            }
            (Ty::Row(a), Ty::Row(b)) => self.can_equal(a, b),
            (Ty::List(a), Ty::List(b)) => self.can_equal(self.items(*a), self.items(*b)),
            (Ty::Str, Ty::Str) => true,
            (a, b) => a.is_number() && b.is_number(),
        }
    }

    /// Whether `<` between values of this type makes sense.
    pub(super) fn has_order(&self, ty: &Ty) -> bool {
        match ty {
            Ty::Unknown | Ty::Int | Ty::Bool | Ty::Str => true,
            Ty::None | Ty::Optional(_) => false,
            Ty::Tuple(items) => items.iter().all(|item| self.has_order(item)),
            Ty::Row(item) => self.has_order(item),
            Ty::List(cell) => self.has_order(self.items(*cell)),
        }
    }

    /// The type as the tree has it. What is still unknown is never looked at
    /// when the program runs, and may be anything.
    pub(super) fn settled(&self, ty: &Ty) -> Type {
        match ty {
            Ty::Unknown | Ty::Int => Type::Int,
            Ty::Bool => Type::Bool,
            Ty::Str => Type::Str,
            Ty::None => Type::None,
            Ty::Optional(inner) => match self.settled(inner) {
                Type::None => Type::None,
                inner => Type::Optional(Box::new(inner)),
            },
            Ty::Tuple(items) => Type::Tuple(items.iter().map(|item| self.settled(item)).collect()),
            Ty::Row(item) => Type::Row(Box::new(self.settled(item))),
            Ty::List(cell) => Type::List(Box::new(self.settled(self.items(*cell)))),
        }
    }
}
