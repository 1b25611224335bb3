//! Expressions with a heap of unknown size.

use std::cmp::Ordering;

use super::{Run, Stop};
use crate::interpret::compute;
use crate::rules::heap::symbol::{Linear, Symbol};
use crate::tree::{Binary, Builtin, Comparison, Expression, GlobalId, Kind, Unary};

impl Run<'_> {
    pub(super) fn evaluate(&mut self, expression: &Expression) -> Result<Symbol, Stop> {
        self.step()?;
        match &expression.kind {
            Kind::Int(number) => Ok(Symbol::constant(*number)),
            Kind::Bool(is_true) => Ok(Symbol::constant(i64::from(*is_true))),
            Kind::Local(id) => self.local(*id),
            Kind::Global(id) => self.global(*id),
            Kind::Tuple(items) | Kind::List(items) => Ok(Symbol::Items(self.all(items)?)),
            Kind::Unary(operator, a) => self.unary(*operator, a),
            Kind::Binary(operator, a, b) => {
                let (a, b) = (self.evaluate(a)?, self.evaluate(b)?);
                self.binary(*operator, &a, &b)
            }
            Kind::Compare(first, rest) => self.comparisons(first, rest),
            Kind::And(operands) => self.last_or(operands, false),
            Kind::Or(operands) => self.last_or(operands, true),
            Kind::Conditional {
                test,
                then,
                otherwise,
            } => {
                let chosen = if self.is_true(test)? { then } else { otherwise };
                self.evaluate(chosen)
            }
            Kind::Index(object, index) => {
                let (object, index) = (self.evaluate(object)?, self.evaluate(index)?);
                item(&object, &index).ok_or(Stop::Unknown)
            }
            Kind::Builtin(builtin, arguments) => {
                let arguments = self.all(arguments)?;
                self.builtin(*builtin, &arguments)
            }
            _ => Err(Stop::Unknown),
        }
    }

    fn all(&mut self, expressions: &[Expression]) -> Result<Vec<Symbol>, Stop> {
        expressions.iter().map(|one| self.evaluate(one)).collect()
    }

    fn global(&self, id: GlobalId) -> Result<Symbol, Stop> {
        if self.heap == Some(id) {
            return Ok(Symbol::heap());
        }
        let value = self.machine.global(id).and_then(Symbol::of_value);
        value.ok_or(Stop::Unknown)
    }

    pub(super) fn is_true(&mut self, test: &Expression) -> Result<bool, Stop> {
        let value = self.evaluate(test)?;
        self.truth(&value)
    }

    fn truth(&self, value: &Symbol) -> Result<bool, Stop> {
        match value {
            Symbol::Number(number) => Ok(self.sign(*number)? != Ordering::Equal),
            Symbol::Items(items) => Ok(!items.is_empty()),
            Symbol::Half { .. } => Err(Stop::Unknown),
        }
    }

    /// `and` ends at the first false operand, `or` at the first true one.
    fn last_or(&mut self, operands: &[Expression], ends_at: bool) -> Result<Symbol, Stop> {
        let mut value = Err(Stop::Unknown);
        for operand in operands {
            let found = self.evaluate(operand)?;
            let is_end = self.truth(&found)? == ends_at;
            value = Ok(found);
            if is_end {
                break;
            }
        }
        value
    }

    fn unary(&mut self, operator: Unary, a: &Expression) -> Result<Symbol, Stop> {
        let a = self.evaluate(a)?;
        let negative = |a: &Symbol| a.linear()?.times(-1).map(Symbol::Number);
        match operator {
            Unary::Not => Ok(Symbol::constant(i64::from(!self.truth(&a)?))),
            Unary::Plus => a.linear().map(Symbol::Number).ok_or(Stop::Unknown),
            Unary::Minus => negative(&a).ok_or(Stop::Unknown),
            Unary::Invert => Err(Stop::Unknown),
        }
    }

    pub(super) fn binary(&self, operator: Binary, a: &Symbol, b: &Symbol) -> Result<Symbol, Stop> {
        let found = match (a.known(), b.known()) {
            (Some(a), Some(b)) => compute(operator, a, b).ok().map(Symbol::constant),
            _ => of_heap(operator, a, b),
        };
        found.ok_or(Stop::Unknown)
    }

    fn comparisons(
        &mut self,
        first: &Expression,
        rest: &[(Comparison, Expression)],
    ) -> Result<Symbol, Stop> {
        let mut left = self.evaluate(first)?;
        for (comparison, right) in rest {
            let right = self.evaluate(right)?;
            if !self.holds(*comparison, &left, &right)? {
                return Ok(Symbol::constant(0));
            }
            left = right;
        }
        Ok(Symbol::constant(1))
    }

    fn holds(&self, comparison: Comparison, a: &Symbol, b: &Symbol) -> Result<bool, Stop> {
        Ok(match comparison {
            Comparison::Equal => self.compare(a, b)?.is_eq(),
            Comparison::NotEqual => self.compare(a, b)?.is_ne(),
            Comparison::Less => self.compare(a, b)?.is_lt(),
            Comparison::LessOrEqual => self.compare(a, b)?.is_le(),
            Comparison::Greater => self.compare(a, b)?.is_gt(),
            Comparison::GreaterOrEqual => self.compare(a, b)?.is_ge(),
            Comparison::In => self.contains(b, a)?,
            Comparison::NotIn => !self.contains(b, a)?,
            Comparison::IsNone | Comparison::IsNotNone => return Err(Stop::Unknown),
        })
    }

    fn contains(&self, items: &Symbol, wanted: &Symbol) -> Result<bool, Stop> {
        let Symbol::Items(items) = items else {
            return Err(Stop::Unknown);
        };
        for item in items {
            if self.compare(item, wanted)?.is_eq() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn compare(&self, a: &Symbol, b: &Symbol) -> Result<Ordering, Stop> {
        let difference = || a.linear()?.plus(b.linear()?.times(-1)?);
        self.sign(difference().ok_or(Stop::Unknown)?)
    }

    /// How a number compares with 0, the same for all heaps of at least `from`.
    fn sign(&self, number: Linear) -> Result<Ordering, Stop> {
        if let Some(known) = number.known() {
            return Ok(known.cmp(&0));
        }
        if number.heap < 0 || number.heap == 0 && number.part < 0 {
            let opposite = number.times(-1).ok_or(Stop::Unknown)?;
            return self.sign(opposite).map(Ordering::reverse);
        }
        // It grows with the heap and with the part, or it is unknown.
        let part = self.least_part.unwrap_or(0);
        if number.part < 0 {
            return Err(Stop::Unknown);
        }
        let of_part = number.part.checked_mul(part);
        let rest = of_part.and_then(|c| c.checked_add(number.constant));
        let rest = rest.ok_or(Stop::Unknown)?;
        let least = number
            .heap
            .checked_mul(self.from)
            .and_then(|c| c.checked_add(rest));
        match least {
            Some(1..) => Ok(Ordering::Greater),
            // The first heap for which it is positive.
            Some(_) if number.heap > 0 => {
                let first = rest.checked_neg().map(|c| c.div_euclid(number.heap));
                let first = first.and_then(|c| c.checked_add(1));
                Err(first.map_or(Stop::Unknown, Stop::From))
            }
            _ => Err(Stop::Unknown),
        }
    }

    fn builtin(&self, builtin: Builtin, arguments: &[Symbol]) -> Result<Symbol, Stop> {
        match (builtin, arguments) {
            (Builtin::Min, [first, rest @ ..]) => self.extreme(first, rest, Ordering::Less),
            (Builtin::Max, [first, rest @ ..]) => self.extreme(first, rest, Ordering::Greater),
            (Builtin::Len, [Symbol::Items(items)]) => Ok(Symbol::constant(items.len() as i64)),
            (Builtin::Int, [number @ Symbol::Number(_)]) => Ok(number.clone()),
            (Builtin::Bool, [value]) => Ok(Symbol::constant(i64::from(self.truth(value)?))),
            _ => Err(Stop::Unknown),
        }
    }

    fn extreme(&self, first: &Symbol, rest: &[Symbol], wanted: Ordering) -> Result<Symbol, Stop> {
        let mut best = first;
        for other in rest {
            if self.compare(other, best)? == wanted {
                best = other;
            }
        }
        best.linear().map(Symbol::Number).ok_or(Stop::Unknown)
    }
}

/// `a op b` of numbers that depend on the heap.
fn of_heap(operator: Binary, a: &Symbol, b: &Symbol) -> Option<Symbol> {
    match (operator, a, b) {
        (Binary::Add, Symbol::Number(a), Symbol::Number(b)) => a.plus(*b).map(Symbol::Number),
        (Binary::Subtract, Symbol::Number(a), Symbol::Number(b)) => {
            a.plus(b.times(-1)?).map(Symbol::Number)
        }
        (Binary::Add, Symbol::Half { inside, outside }, c)
        | (Binary::Add, c, Symbol::Half { inside, outside }) => Some(Symbol::Half {
            inside: *inside,
            outside: outside.checked_add(c.known()?)?,
        }),
        (Binary::Subtract, Symbol::Half { inside, outside }, c) => Some(Symbol::Half {
            inside: *inside,
            outside: outside.checked_sub(c.known()?)?,
        }),
        (Binary::Multiply, Symbol::Number(a), Symbol::Number(b)) => {
            let product = b
                .known()
                .map(|c| a.times(c))
                .or(a.known().map(|c| b.times(c)));
            product.flatten().map(Symbol::Number)
        }
        (Binary::FloorDivide, Symbol::Number(a), _) if b.known()? == 2 => Some(Symbol::Half {
            inside: a.taken()?.checked_neg()?,
            outside: 0,
        }),
        _ => None,
    }
}

/// `object[index]`; a negative index counts from the end.
fn item(object: &Symbol, index: &Symbol) -> Option<Symbol> {
    let (Symbol::Items(items), index) = (object, index.known()?) else {
        return None;
    };
    let index = match index {
        0.. => index,
        _ => index.checked_add(items.len() as i64)?,
    };
    items.get(usize::try_from(index).ok()?).cloned()
}
