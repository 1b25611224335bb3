//! Expressions over the axes of a table: what a law is made of. Evaluation, cost
//! and source code in every language are derived from the same tree.

use crate::arithmetic;

/// An expression whose value is an integer.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expr {
    /// The value of an axis, by its index.
    Var(usize),
    /// A number; in a table of labels, the index of a label.
    Const(i64),
    /// A function of one number.
    Unary(Unary, Box<Expr>),
    /// A function of two numbers.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The second expression if the first is not 0, else the third.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// The entry of a list at an index from 0 on.
    Pick(Vec<i64>, Box<Expr>),
    /// A function of the digits in a base.
    Digits(Digits, u8, Box<Expr>),
    /// The output of a finite automaton that reads the digits of a number.
    Automaton(Automaton, Box<Expr>),
    /// The number of terms of a sequence that are at most a number.
    Terms(Recurrence, Box<Expr>),
    /// 1 if a number is a term of a sequence, else 0.
    IsTerm(Recurrence, Box<Expr>),
    /// The binary digits of several numbers, added modulo a number without carry
    /// and read as digits in that base.
    AddWithoutCarry(u8, Vec<Expr>),
    /// The item at an index of several numbers in ascending order.
    Sorted(usize, Vec<Expr>),
    /// The index of the first greatest of several numbers.
    IndexOfMax(Vec<Expr>),
}

/// A function of one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// The lowest set bit, 0 for 0.
    LowBit,
    /// The exponent of 2 in a number, 0 for 0.
    TrailingZeros,
    /// The number of set bits.
    Popcount,
    /// The number of binary digits.
    BitLength,
    /// The square root, rounded down.
    Root,
    /// The number of prime factors with multiplicity, 0 below 2.
    PrimeFactors,
    /// The least prime factor; the number itself below 2.
    LeastPrime,
    /// The absolute value.
    Abs,
}

/// A function of the digits of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Digits {
    /// Their sum.
    Sum,
    /// Their number, 0 of 0.
    Count,
    /// The most significant one, 0 of 0.
    First,
    /// The number of zeros at the end, 0 of 0: the exponent of a prime base.
    Zeros,
}

/// A function of two numbers. Comparisons are 1 or 0; division rounds down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Sum.
    Add,
    /// Difference.
    Sub,
    /// Product.
    Mul,
    /// Quotient, rounded down.
    Div,
    /// Remainder, with the sign of the divisor.
    Mod,
    /// Bitwise exclusive or.
    Xor,
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The greatest common divisor.
    Gcd,
    /// Whether the numbers are equal.
    Eq,
    /// Whether the first is less.
    Lt,
}

/// A finite automaton that reads the digits of a number, the most significant one
/// first; leading zeros do not matter. State 0 is the first one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Automaton {
    /// The base of the digits.
    pub base: u8,
    /// For each state, the next one by digit.
    pub next: Vec<Vec<usize>>,
    /// For each state, its output.
    pub output: Vec<i64>,
}

/// An increasing sequence: its first terms, and each further one as
/// `step + Σ factors[i] * (the i-th of the last terms)`, the oldest first.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Recurrence {
    /// The first terms, as many as there are factors.
    pub first: Vec<i64>,
    /// The factors of the last terms, the oldest first.
    pub factors: Vec<i64>,
    /// What is added.
    pub step: i64,
    /// What is added to `step` after each term.
    pub growth: i64,
}

impl Recurrence {
    /// The terms up to a number, in order. Ends early if they stop increasing.
    pub fn up_to(&self, max: i64) -> impl Iterator<Item = i64> {
        let mut last = self.first.clone();
        let mut step = self.step;
        let mut before = None;
        std::iter::from_fn(move || {
            let term = *last.first()?;
            if term > max || before.is_some_and(|b| term <= b) {
                return None;
            }
            before = Some(term);
            let mut parts = self.factors.iter().zip(&last);
            let next = parts.try_fold(step, |sum, (factor, term)| {
                sum.checked_add(factor.checked_mul(*term)?)
            });
            step = step.saturating_add(self.growth);
            last.remove(0);
            last.push(next.unwrap_or(i64::MAX));
            Some(term)
        })
    }
}

impl Expr {
    pub(crate) fn unary(op: Unary, a: Expr) -> Expr {
        Expr::Unary(op, Box::new(a))
    }

    /// A function of two numbers, with the simplest equivalent.
    pub(crate) fn binary(op: Binary, a: Expr, b: Expr) -> Expr {
        use Binary::{Add, Div, Eq, Mod, Mul, Sub, Xor};
        match (op, &a, &b) {
            // A difference or a nim-sum of two axes is 0.
            (Eq, Expr::Unary(Unary::Abs, difference), Expr::Const(0)) => {
                Expr::binary(Eq, (**difference).clone(), b)
            }
            (Eq, Expr::Binary(Sub | Xor, x, y), Expr::Const(0))
                if matches!((&**x, &**y), (Expr::Var(_), Expr::Var(_))) =>
            {
                Expr::Binary(Eq, x.clone(), y.clone())
            }
            (Add | Sub | Xor, _, Expr::Const(0)) | (Mul | Div, _, Expr::Const(1)) => a,
            (Add | Xor, Expr::Const(0), _) | (Mul, Expr::Const(1), _) => b,
            (Mul, Expr::Const(0), _) | (Mod, _, Expr::Const(1)) => Expr::Const(0),
            (Add, _, Expr::Const(c)) if *c < 0 => Expr::binary(Sub, a, Expr::Const(-c)),
            (Sub, _, Expr::Const(c)) if *c < 0 => Expr::binary(Add, a, Expr::Const(-c)),
            (Add | Sub, ..) => Expr::sum(op, a, b),
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    /// A sum or difference, with the constants of both operands in one.
    fn sum(op: Binary, a: Expr, b: Expr) -> Expr {
        let sign = if op == Binary::Add { 1 } else { -1 };
        let (x, c) = a.without_constant();
        let (y, d) = b.without_constant();
        match (y, d.checked_mul(sign).and_then(|d| c.checked_add(d))) {
            (Expr::Const(_), Some(_)) if c == 0 => Expr::Binary(op, Box::new(a), Box::new(b)),
            (Expr::Const(_), Some(total)) => {
                Expr::binary(Binary::Add, x.clone(), Expr::Const(total))
            }
            (_, Some(total)) if (c, d) != (0, 0) && !matches!(x, Expr::Const(_)) => {
                let sum = Expr::Binary(op, Box::new(x.clone()), Box::new(y.clone()));
                Expr::binary(Binary::Add, sum, Expr::Const(total))
            }
            _ => Expr::Binary(op, Box::new(a), Box::new(b)),
        }
    }

    /// What a constant is added to, and the constant. Of a constant it is the constant.
    fn without_constant(&self) -> (&Expr, i64) {
        match self {
            Expr::Const(c) => (self, *c),
            Expr::Binary(op @ (Binary::Add | Binary::Sub), x, c) => match (op, &**c) {
                (Binary::Add, Expr::Const(c)) => (x, *c),
                (_, Expr::Const(c)) => (x, -c),
                _ => (self, 0),
            },
            _ => (self, 0),
        }
    }

    pub(crate) fn choose(condition: Expr, yes: Expr, no: Expr) -> Expr {
        // A comparison is 0 or 1: it is the condition itself, or its negation.
        if let Expr::Binary(Binary::Eq, a, b) = &condition
            && let (Expr::Binary(Binary::Lt | Binary::Eq, ..), Expr::Const(c @ (0 | 1))) =
                (&**a, &**b)
        {
            let (yes, no) = if *c == 1 { (yes, no) } else { (no, yes) };
            return Expr::choose((**a).clone(), yes, no);
        }
        Expr::If(Box::new(condition), Box::new(yes), Box::new(no))
    }

    /// An entry of a list; a constant if all entries are equal.
    pub(crate) fn pick(list: Vec<i64>, index: Expr) -> Expr {
        match list.first() {
            Some(first) if list.iter().all(|v| v == first) => Expr::Const(*first),
            _ => Expr::Pick(list, Box::new(index)),
        }
    }

    /// Its value where the axes have these values; `None` if a number leaves the
    /// range of 64 bits, or a function is undefined there.
    #[must_use]
    pub fn eval(&self, at: &[i64]) -> Option<i64> {
        let all = |args: &[Expr]| args.iter().map(|e| e.eval(at)).collect::<Option<Vec<_>>>();
        Some(match self {
            Expr::Var(i) => *at.get(*i)?,
            Expr::Const(c) => *c,
            Expr::Unary(op, a) => arithmetic::unary(*op, a.eval(at)?)?,
            Expr::Binary(op, a, b) => arithmetic::binary(*op, a.eval(at)?, b.eval(at)?)?,
            Expr::If(condition, yes, no) => match condition.eval(at)? {
                0 => no.eval(at)?,
                _ => yes.eval(at)?,
            },
            Expr::Pick(list, index) => *list.get(usize::try_from(index.eval(at)?).ok()?)?,
            Expr::Digits(function, base, a) => {
                let digits = arithmetic::digits(a.eval(at)?, i64::from(*base))?;
                match function {
                    Digits::Sum => digits.iter().sum(),
                    Digits::Count => digits.len() as i64,
                    Digits::First => digits.last().copied().unwrap_or(0),
                    Digits::Zeros => digits.iter().take_while(|digit| **digit == 0).count() as i64,
                }
            }
            Expr::Automaton(automaton, a) => {
                let digits = arithmetic::digits(a.eval(at)?, i64::from(automaton.base))?;
                let read = |state: usize, digit: &i64| automaton.next[state][*digit as usize];
                automaton.output[digits.iter().rev().fold(0, read)]
            }
            Expr::Terms(sequence, a) => sequence.up_to(a.eval(at)?).count() as i64,
            Expr::IsTerm(sequence, a) => {
                let a = a.eval(at)?;
                i64::from(sequence.up_to(a).last() == Some(a))
            }
            Expr::AddWithoutCarry(modulus, args) => {
                arithmetic::add_without_carry(&all(args)?, i64::from(*modulus))?
            }
            Expr::Sorted(index, args) => {
                let mut items = all(args)?;
                items.sort_unstable();
                *items.get(*index)?
            }
            Expr::IndexOfMax(args) => {
                let items = all(args)?;
                let max = items.iter().max()?;
                items.iter().position(|item| item == max)? as i64
            }
        })
    }

    /// The expression with the first axis replaced, for laws of one variable.
    pub(crate) fn of(&self, argument: &Expr) -> Expr {
        let boxed = |e: &Expr| Box::new(e.of(argument));
        let all = |args: &[Expr]| args.iter().map(|e| e.of(argument)).collect();
        match self {
            Expr::Var(_) => argument.clone(),
            Expr::Const(c) => Expr::Const(*c),
            Expr::Unary(op, a) => Expr::Unary(*op, boxed(a)),
            Expr::Binary(op, a, b) => Expr::binary(*op, a.of(argument), b.of(argument)),
            Expr::If(condition, yes, no) => {
                Expr::choose(condition.of(argument), yes.of(argument), no.of(argument))
            }
            Expr::Pick(list, index) => Expr::Pick(list.clone(), boxed(index)),
            Expr::Digits(function, base, a) => Expr::Digits(*function, *base, boxed(a)),
            Expr::Automaton(automaton, a) => Expr::Automaton(automaton.clone(), boxed(a)),
            Expr::Terms(sequence, a) => Expr::Terms(sequence.clone(), boxed(a)),
            Expr::IsTerm(sequence, a) => Expr::IsTerm(sequence.clone(), boxed(a)),
            Expr::AddWithoutCarry(modulus, args) => Expr::AddWithoutCarry(*modulus, all(args)),
            Expr::Sorted(index, args) => Expr::Sorted(*index, all(args)),
            Expr::IndexOfMax(args) => Expr::IndexOfMax(all(args)),
        }
    }

    /// The expressions that it is made of.
    pub(crate) fn parts(&self) -> Vec<&Expr> {
        match self {
            Expr::Var(_) | Expr::Const(_) => Vec::new(),
            Expr::Unary(_, a)
            | Expr::Pick(_, a)
            | Expr::Digits(_, _, a)
            | Expr::Automaton(_, a)
            | Expr::Terms(_, a)
            | Expr::IsTerm(_, a) => vec![a],
            Expr::Binary(_, a, b) => vec![a, b],
            Expr::If(condition, yes, no) => vec![condition, yes, no],
            Expr::AddWithoutCarry(_, args) | Expr::Sorted(_, args) | Expr::IndexOfMax(args) => {
                args.iter().collect()
            }
        }
    }

    /// Its description length in bits: a prefix code of the tree, so that there are
    /// at most 2ⁿ expressions of length n.
    pub(crate) fn bits(&self) -> f64 {
        // A period is the length of its list, and needs no code of its own.
        if let Expr::Pick(list, index) = self
            && let Expr::Binary(Binary::Mod, x, period) = &**index
            && **period == Expr::Const(list.len() as i64)
        {
            return 5.0 + list_bits(list) + x.bits();
        }
        let own = match self {
            Expr::Var(i) => 2.0 + *i as f64,
            Expr::Const(c) => 2.0 + number_bits(*c),
            Expr::Unary(..) => 7.0,
            Expr::Binary(..) => 6.0,
            // A condition is a comparison or a remainder: it needs no full code.
            Expr::If(condition, ..) if matches!(**condition, Expr::Binary(..)) => 0.0,
            Expr::If(..) => 4.0,
            Expr::Pick(list, _) => 4.0 + list_bits(list),
            Expr::Digits(_, base, _) => 8.0 + number_bits((*base).into()),
            Expr::Automaton(automaton, _) => {
                let states = automaton.output.len() as f64;
                let edges = states * f64::from(automaton.base);
                let base = number_bits(automaton.base.into());
                12.0 + base + list_bits(&automaton.output) + edges * states.max(2.0).log2()
            }
            Expr::Terms(sequence, _) | Expr::IsTerm(sequence, _) => {
                let numbers = sequence.first.iter().chain(&sequence.factors);
                8.0 + numbers.map(|c| number_bits(*c)).sum::<f64>()
                    + number_bits(sequence.step)
                    + number_bits(sequence.growth)
            }
            Expr::AddWithoutCarry(modulus, args) => {
                7.0 + args.len() as f64 + number_bits((*modulus).into())
            }
            Expr::Sorted(_, args) | Expr::IndexOfMax(args) => 7.0 + 2.0 * args.len() as f64,
        };
        own + self.parts().into_iter().map(Expr::bits).sum::<f64>()
    }
}

/// The length of a self-delimiting code of a number.
pub(crate) fn number_bits(c: i64) -> f64 {
    let sign = if c < 0 { 2.0 } else { 0.0 };
    1.0 + sign + 2.0 * (c.unsigned_abs() as f64 + 1.0).log2()
}

/// The length of a code of a list: its length, its least entry, and for each entry
/// the difference.
fn list_bits(list: &[i64]) -> f64 {
    let min = list.iter().min().copied().unwrap_or(0);
    let max = list.iter().max().copied().unwrap_or(0);
    let span = (max as f64 - min as f64) + 1.0;
    number_bits(list.len() as i64)
        + number_bits(min)
        + number_bits(max.saturating_sub(min))
        + list.len() as f64 * span.log2()
}
