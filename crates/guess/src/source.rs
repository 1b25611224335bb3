//! Formulas and source code of laws. All are written from the same tree by the same
//! function; a dialect supplies the signs.

mod cpp;
mod formula;
mod python;

use crate::expr::{Automaton, Binary, Digits, Expr, Recurrence, Unary};
use crate::law::Law;

pub(crate) use cpp::cpp;
pub(crate) use formula::formula;
pub(crate) use python::python;

/// The signs of a language.
trait Dialect {
    /// The value of an axis.
    fn var(&self, axis: usize) -> String;
    /// The application of a function of one number.
    fn unary(&self, op: Unary, a: &str) -> String;
    /// The application of a function of two numbers that has no infix sign.
    fn call(&self, op: Binary, a: &str, b: &str) -> String;
    /// The infix sign, if there is one. `natural` says that no operand is negative.
    fn sign(&self, op: Binary, natural: bool) -> Option<&'static str>;
    /// A choice between two values.
    fn choose(&self, condition: &str, yes: &str, no: &str) -> String;
    /// The item of a list of literals.
    fn pick(&self, items: &[String], index: &str) -> String;
    /// A function of digits.
    fn digits(&self, function: Digits, base: u8, a: &str) -> String;
    /// The state of an automaton.
    fn state(&self, automaton: &Automaton, a: &str) -> String;
    /// The number of terms up to a number.
    fn terms(&self, sequence: &Recurrence, a: &str) -> String;
    /// Whether a number is a term.
    fn is_term(&self, sequence: &Recurrence, a: &str) -> String;
    /// The sum of binary digits without carry.
    fn add_without_carry(&self, modulus: u8, args: &[String]) -> String;
    /// An item in ascending order.
    fn sorted(&self, index: usize, args: &[String]) -> String;
    /// The index of the first greatest.
    fn index_of_max(&self, args: &[String]) -> String;
    /// Whether bit operations bind tighter than comparisons.
    fn bits_bind_tighter(&self) -> bool {
        true
    }
    /// A label as a literal.
    fn label(&self, label: &str) -> String;
}

/// A value of a table as text: a number or a label.
pub(crate) fn value(value: i64, labels: Option<&[String]>) -> String {
    let label = labels.and_then(|labels| labels.get(usize::try_from(value).ok()?));
    label.map_or_else(|| value.to_string(), Clone::clone)
}

/// How tightly a text binds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Comparison,
    Bits,
    Sum,
    Product,
    Atom,
}

fn binding(op: Binary) -> Binding {
    match op {
        Binary::Eq | Binary::Lt => Binding::Comparison,
        Binary::Xor | Binary::And | Binary::Or => Binding::Bits,
        Binary::Add | Binary::Sub => Binding::Sum,
        _ => Binding::Product,
    }
}

/// The text of an expression as a number.
fn number(expr: &Expr, dialect: &impl Dialect) -> (String, Binding) {
    let text = |e: &Expr| number(e, dialect).0;
    let all = |args: &[Expr]| args.iter().map(text).collect::<Vec<String>>();
    let atom = match expr {
        Expr::Var(axis) => dialect.var(*axis),
        Expr::Const(c) if *c < 0 => format!("({c})"),
        Expr::Const(c) => c.to_string(),
        Expr::Unary(op, a) => dialect.unary(*op, &text(a)),
        Expr::Binary(op, a, b) => return infix(*op, a, b, dialect),
        Expr::If(condition, yes, no) => {
            let parts = [yes, no].map(|e| within(e, Binding::Sum, dialect));
            let text = dialect.choose(&text(condition), &parts[0], &parts[1]);
            return (text, Binding::Choice);
        }
        Expr::Pick(list, index) => {
            let items: Vec<String> = list.iter().map(i64::to_string).collect();
            dialect.pick(&items, &text(index))
        }
        Expr::Digits(function, base, a) => dialect.digits(*function, *base, &text(a)),
        Expr::Automaton(automaton, a) => {
            let items: Vec<String> = automaton.output.iter().map(i64::to_string).collect();
            dialect.pick(&items, &dialect.state(automaton, &text(a)))
        }
        Expr::Terms(sequence, a) => dialect.terms(sequence, &text(a)),
        Expr::IsTerm(sequence, a) => dialect.is_term(sequence, &text(a)),
        Expr::AddWithoutCarry(modulus, args) => dialect.add_without_carry(*modulus, &all(args)),
        Expr::Sorted(index, args) => dialect.sorted(*index, &all(args)),
        Expr::IndexOfMax(args) => dialect.index_of_max(&all(args)),
    };
    (atom, Binding::Atom)
}

/// The text of an operand, in parentheses unless it binds at least so tightly.
fn within(expr: &Expr, least: Binding, dialect: &impl Dialect) -> String {
    let (text, binding) = number(expr, dialect);
    if binding >= least {
        text
    } else {
        format!("({text})")
    }
}

fn infix(op: Binary, a: &Expr, b: &Expr, dialect: &impl Dialect) -> (String, Binding) {
    let natural = is_natural(a) && is_natural(b);
    let Some(sign) = dialect.sign(op, natural) else {
        let call = dialect.call(op, &number(a, dialect).0, &number(b, dialect).0);
        return (call, Binding::Atom);
    };
    let own = binding(op);
    let (left, right) = match op {
        Binary::Add => (Binding::Sum, Binding::Product),
        Binary::Sub => (Binding::Sum, Binding::Product),
        Binary::Mul => (Binding::Product, Binding::Atom),
        Binary::Eq | Binary::Lt if dialect.bits_bind_tighter() => (Binding::Bits, Binding::Bits),
        Binary::Eq | Binary::Lt => (Binding::Sum, Binding::Sum),
        _ => (Binding::Atom, Binding::Atom),
    };
    // A chain of the same associative sign needs no parentheses.
    let chain = matches!(a, Expr::Binary(inner, ..) if *inner == op)
        && matches!(op, Binary::Xor | Binary::And | Binary::Or);
    let left = if chain {
        number(a, dialect).0
    } else {
        within(a, left, dialect)
    };
    (format!("{left} {sign} {}", within(b, right, dialect)), own)
}

/// Whether a number is certainly not negative; axes are not.
fn is_natural(expr: &Expr) -> bool {
    match expr {
        Expr::Const(c) => *c >= 0,
        Expr::Binary(Binary::Sub, ..) => false,
        Expr::Pick(list, _) => list.iter().all(|v| *v >= 0),
        Expr::Automaton(automaton, _) => automaton.output.iter().all(|v| *v >= 0),
        Expr::Unary(..) | Expr::Binary(Binary::Mod | Binary::Gcd, ..) => true,
        other => other.parts().into_iter().all(is_natural),
    }
}

/// The text of a law's value: a number, or the literal of a label.
fn result(expr: &Expr, labels: Option<&[String]>, dialect: &impl Dialect) -> String {
    let Some(labels) = labels else {
        return number(expr, dialect).0;
    };
    let label = |v: i64| {
        let known = usize::try_from(v).ok().and_then(|v| labels.get(v));
        dialect.label(known.map_or("", String::as_str))
    };
    let text = |e: &Expr| number(e, dialect).0;
    match expr {
        Expr::Const(c) => label(*c),
        Expr::If(condition, yes, no) => {
            let [yes, no] = [yes, no].map(|e| match &**e {
                Expr::If(..) => format!("({})", result(e, Some(labels), dialect)),
                e => result(e, Some(labels), dialect),
            });
            dialect.choose(&text(condition), &yes, &no)
        }
        Expr::Pick(list, index) => {
            let items: Vec<String> = list.iter().map(|v| label(*v)).collect();
            dialect.pick(&items, &text(index))
        }
        Expr::Automaton(automaton, a) => {
            let items: Vec<String> = automaton.output.iter().map(|v| label(*v)).collect();
            dialect.pick(&items, &dialect.state(automaton, &text(a)))
        }
        other => {
            let items: Vec<String> = labels.iter().map(|l| dialect.label(l)).collect();
            dialect.pick(&items, &text(other))
        }
    }
}

/// The names of the axes as identifiers, all different, no words of a language, and none that ends
/// with `_` as those of C++ helpers do.
fn identifiers(law: &Law, reserved: &[&str]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for name in &law.names {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
        let mut name: String = name.chars().map(plain).collect();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            name.insert(0, 'x');
        }
        if name.ends_with('_') {
            name.push('x');
        }
        while reserved.contains(&name.as_str()) || names.contains(&name) {
            name.push('_');
        }
        names.push(name);
    }
    names
}

/// The definitions of helpers whose name occurs in a text or in a later definition.
fn helpers(text: &str, definitions: &[(&str, &str)]) -> String {
    let mut needed = String::new();
    // A definition uses only those before it.
    for (name, definition) in definitions.iter().rev() {
        let call = format!("{name}(");
        if text.contains(&call) || needed.contains(&call) {
            needed.insert_str(0, definition);
        }
    }
    needed
}
