//! Laws as Python.

use std::fmt::Write;

use super::{Dialect, helpers, identifiers, result};
use crate::expr::{Automaton, Binary, Digits, Expr, Recurrence, Unary};
use crate::law::Law;

pub(crate) fn python(law: &Law) -> String {
    let names = identifiers(law, RESERVED);
    let dialect = Python { names: &names };
    let labels = law.labels.as_deref();
    let mut body = String::new();
    if !law.exceptions.is_empty() {
        let key = |parts: Vec<String>| match &parts[..] {
            [one] => one.clone(),
            many => format!("({})", many.join(", ")),
        };
        let items = law.exceptions.iter().map(|e| {
            let place = key(e.place.iter().map(i64::to_string).collect());
            format!(
                "{place}: {}",
                result(&Expr::Const(e.value), labels, &dialect)
            )
        });
        let items: Vec<String> = items.collect();
        let place = key(names.clone());
        let _ = writeln!(body, "    exceptions = {{{}}}", items.join(", "));
        let _ = writeln!(body, "    if {place} in exceptions:");
        let _ = writeln!(body, "        return exceptions[{place}]");
    }
    let _ = writeln!(body, "    return {}", result(&law.expr, labels, &dialect));
    format!(
        "{}def law({}):\n{body}",
        helpers(&body, HELPERS),
        names.join(", ")
    )
}

/// Keywords, and names that a law uses.
const RESERVED: &[&str] = &[
    "and",
    "as",
    "assert",
    "async",
    "await",
    "break",
    "class",
    "continue",
    "def",
    "del",
    "elif",
    "else",
    "except",
    "finally",
    "for",
    "from",
    "global",
    "if",
    "import",
    "in",
    "is",
    "lambda",
    "nonlocal",
    "not",
    "or",
    "pass",
    "raise",
    "return",
    "try",
    "while",
    "with",
    "yield",
    "False",
    "None",
    "True",
    "abs",
    "bin",
    "exceptions",
    "int",
    "law",
    "len",
    "max",
    "min",
    "sorted",
    "sum",
];

struct Python<'a> {
    names: &'a [String],
}

fn recurrence(sequence: &Recurrence, a: &str) -> String {
    let Recurrence {
        first,
        factors,
        step,
        growth,
    } = sequence;
    format!("_terms({a}, {first:?}, {factors:?}, {step}, {growth})")
}

impl Dialect for Python<'_> {
    fn var(&self, axis: usize) -> String {
        self.names[axis].clone()
    }

    fn unary(&self, op: Unary, a: &str) -> String {
        match op {
            Unary::LowBit => format!("(({a}) & -({a}))"),
            Unary::TrailingZeros => format!("_exponent_of_2({a})"),
            Unary::Popcount => format!("bin({a}).count(\"1\")"),
            Unary::BitLength => format!("({a}).bit_length()"),
            Unary::Root => format!("_root({a})"),
            Unary::PrimeFactors => format!("_prime_factors({a})"),
            Unary::LeastPrime => format!("_least_prime({a})"),
            Unary::Abs => format!("abs({a})"),
        }
    }

    fn call(&self, op: Binary, a: &str, b: &str) -> String {
        let name = match op {
            Binary::Min => "min",
            Binary::Max => "max",
            _ => "_gcd",
        };
        format!("{name}({a}, {b})")
    }

    fn sign(&self, op: Binary, _natural: bool) -> Option<&'static str> {
        Some(match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div => "//",
            Binary::Mod => "%",
            Binary::Xor => "^",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Eq => "==",
            Binary::Lt => "<",
            Binary::Min | Binary::Max | Binary::Gcd => return None,
        })
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("{yes} if {condition} else {no}")
    }

    fn pick(&self, items: &[String], index: &str) -> String {
        format!("[{}][{index}]", items.join(", "))
    }

    fn digits(&self, function: Digits, base: u8, a: &str) -> String {
        let name = match function {
            Digits::Sum => "_digit_sum",
            Digits::Count => "_digit_count",
            Digits::First => "_first_digit",
            Digits::Zeros => "_end_zeros",
        };
        format!("{name}({a}, {base})")
    }

    fn state(&self, automaton: &Automaton, a: &str) -> String {
        let next: Vec<usize> = automaton.next.iter().flatten().copied().collect();
        format!("_state({a}, {}, {next:?})", automaton.base)
    }

    fn terms(&self, sequence: &Recurrence, a: &str) -> String {
        format!("len({})", recurrence(sequence, a))
    }

    fn is_term(&self, sequence: &Recurrence, a: &str) -> String {
        format!("int(({a}) in {})", recurrence(sequence, a))
    }

    fn add_without_carry(&self, modulus: u8, args: &[String]) -> String {
        format!("_add_without_carry({modulus}, [{}])", args.join(", "))
    }

    fn sorted(&self, index: usize, args: &[String]) -> String {
        format!("sorted([{}])[{index}]", args.join(", "))
    }

    fn index_of_max(&self, args: &[String]) -> String {
        let list = args.join(", ");
        format!("[{list}].index(max({list}))")
    }

    fn label(&self, label: &str) -> String {
        format!("{label:?}")
    }
}

/// A definition uses only those before it.
const HELPERS: &[(&str, &str)] = &[
    (
        "_exponent_of_2",
        "def _exponent_of_2(n):
    return (n & -n).bit_length() - 1 if n > 0 else 0


",
    ),
    (
        "_root",
        "def _root(n):
    low, high = 0, n + 1
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


",
    ),
    (
        "_least_prime",
        "def _least_prime(n):
    d = 2
    while d * d <= n:
        if n % d == 0:
            return d
        d += 1
    return n


",
    ),
    (
        "_prime_factors",
        "def _prime_factors(n):
    count = 0
    while n > 1:
        n //= _least_prime(n)
        count += 1
    return count


",
    ),
    (
        "_gcd",
        "def _gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)


",
    ),
    (
        "_digit_sum",
        "def _digit_sum(n, base):
    total = 0
    while n > 0:
        total += n % base
        n //= base
    return total


",
    ),
    (
        "_digit_count",
        "def _digit_count(n, base):
    count = 0
    while n > 0:
        count += 1
        n //= base
    return count


",
    ),
    (
        "_first_digit",
        "def _first_digit(n, base):
    while n >= base:
        n //= base
    return n


",
    ),
    (
        "_end_zeros",
        "def _end_zeros(n, base):
    count = 0
    while n > 0 and n % base == 0:
        count += 1
        n //= base
    return count


",
    ),
    (
        "_state",
        "def _state(n, base, following):
    if n == 0:
        return 0
    return following[_state(n // base, base, following) * base + n % base]


",
    ),
    (
        "_terms",
        "def _terms(most, last, factors, step, growth):
    terms = []
    while last[0] <= most and (not terms or last[0] > terms[-1]):
        terms.append(last[0])
        following = step + sum(f * t for f, t in zip(factors, last))
        last = last[1:] + [following]
        step += growth
    return terms


",
    ),
    (
        "_add_without_carry",
        "def _add_without_carry(modulus, items):
    total = 0
    for bit in range(max(items).bit_length() - 1, -1, -1):
        total = total * modulus + sum(n >> bit & 1 for n in items) % modulus
    return total


",
    ),
];
