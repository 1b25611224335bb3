//! Laws as formulas.

use super::{Dialect, result};
use crate::expr::{Automaton, Binary, Digits, Recurrence, Unary};
use crate::law::Law;

pub(crate) fn formula(law: &Law) -> String {
    let dialect = Formula { names: &law.names };
    result(&law.expr, law.labels.as_deref(), &dialect)
}

struct Formula<'a> {
    names: &'a [String],
}

/// The first terms of a sequence, and its rule.
fn recurrence(sequence: &Recurrence) -> String {
    let order = sequence.factors.len();
    let terms = sequence.up_to(1 << 40).take(order.max(6));
    let terms: Vec<String> = terms.map(|term| term.to_string()).collect();
    let mut parts = Vec::new();
    for (i, factor) in sequence.factors.iter().enumerate().rev() {
        let term = format!("t(k-{})", order - i);
        match factor {
            0 => {}
            1 => parts.push(term),
            _ => parts.push(format!("{factor}·{term}")),
        }
    }
    match sequence.growth {
        0 => {}
        1 => parts.push("k".to_owned()),
        growth => parts.push(format!("{growth}·k")),
    }
    // Terms are counted from 0; the first one that follows the rule is t(order).
    let step = sequence.step - sequence.growth * order as i64;
    if step != 0 {
        parts.push(step.to_string());
    }
    let rule = parts.join(" + ").replace("+ -", "- ");
    format!("{}, …; t(k) = {rule}", terms.join(", "))
}

impl Dialect for Formula<'_> {
    fn var(&self, axis: usize) -> String {
        self.names[axis].clone()
    }

    fn unary(&self, op: Unary, a: &str) -> String {
        match op {
            Unary::LowBit => format!("lowest_bit({a})"),
            Unary::TrailingZeros => format!("exponent_of_2({a})"),
            Unary::Popcount => format!("popcount({a})"),
            Unary::BitLength => format!("bit_length({a})"),
            Unary::Root => format!("⌊√({a})⌋"),
            Unary::PrimeFactors => format!("prime_factors({a})"),
            Unary::LeastPrime => format!("least_prime_factor({a})"),
            Unary::Abs => format!("|{a}|"),
        }
    }

    fn call(&self, op: Binary, a: &str, b: &str) -> String {
        let group = |text: &str| match text.contains(' ') {
            true => format!("({text})"),
            false => text.to_owned(),
        };
        match op {
            Binary::Min => format!("min({a}, {b})"),
            Binary::Max => format!("max({a}, {b})"),
            Binary::Gcd => format!("gcd({a}, {b})"),
            _ => format!("⌊{} / {}⌋", group(a), group(b)),
        }
    }

    fn sign(&self, op: Binary, _natural: bool) -> Option<&'static str> {
        Some(match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "·",
            Binary::Mod => "mod",
            Binary::Xor => "⊕",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Eq => "=",
            Binary::Lt => "<",
            Binary::Div | Binary::Min | Binary::Max | Binary::Gcd => return None,
        })
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("{yes} if {condition}, else {no}")
    }

    fn pick(&self, items: &[String], index: &str) -> String {
        format!("[{}][{index}]", items.join(", "))
    }

    fn digits(&self, function: Digits, base: u8, a: &str) -> String {
        let name = match function {
            Digits::Sum => "digit_sum",
            Digits::Count => "digits",
            Digits::First => "first_digit",
            Digits::Zeros => "zeros_at_the_end",
        };
        format!("{name}({a}, base {base})")
    }

    fn state(&self, automaton: &Automaton, a: &str) -> String {
        let rows = automaton.next.iter().map(|row| {
            let row: Vec<String> = row.iter().map(usize::to_string).collect();
            format!("({})", row.join(" "))
        });
        let rows: Vec<String> = rows.collect();
        let base = automaton.base;
        format!(
            "state after the base-{base} digits of {a}; next: {}",
            rows.join(" ")
        )
    }

    fn terms(&self, sequence: &Recurrence, a: &str) -> String {
        format!("#{{terms ≤ {a} of {}}}", recurrence(sequence))
    }

    fn is_term(&self, sequence: &Recurrence, a: &str) -> String {
        format!("{a} in {{{}}}", recurrence(sequence))
    }

    fn add_without_carry(&self, modulus: u8, args: &[String]) -> String {
        format!("sum_without_carry_mod_{modulus}({})", args.join(", "))
    }

    fn sorted(&self, index: usize, args: &[String]) -> String {
        format!("sorted({})[{index}]", args.join(", "))
    }

    fn index_of_max(&self, args: &[String]) -> String {
        format!("index_of_max({})", args.join(", "))
    }

    fn label(&self, label: &str) -> String {
        label.to_owned()
    }
}
