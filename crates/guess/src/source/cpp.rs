//! Laws as C++17.

use std::fmt::Write;

use super::{Dialect, helpers, identifiers, result};
use crate::expr::{Automaton, Binary, Digits, Expr, Recurrence, Unary};
use crate::law::Law;

pub(crate) fn cpp(law: &Law) -> String {
    let names = identifiers(law, RESERVED);
    let labels = law.labels.as_deref();
    let kind = if labels.is_some() {
        "const char*"
    } else {
        "long long"
    };
    let dialect = Cpp { names: &names };
    let mut body = String::new();
    for exception in &law.exceptions {
        let parts = names
            .iter()
            .zip(&exception.place)
            .map(|(n, x)| format!("{n} == {x}"));
        let parts: Vec<String> = parts.collect();
        let value = result(&Expr::Const(exception.value), labels, &dialect);
        let _ = writeln!(body, "    if ({}) return {value};", parts.join(" && "));
    }
    let _ = writeln!(body, "    return {};", result(&law.expr, labels, &dialect));
    // A law need not use all parameters.
    let parameters = names
        .iter()
        .map(|name| format!("[[maybe_unused]] long long {name}"));
    let parameters: Vec<String> = parameters.collect();
    format!(
        "#include <algorithm>\n#include <vector>\n\n{}{kind} law({}) {{\n{body}}}\n",
        helpers(&body, HELPERS),
        parameters.join(", ")
    )
}

/// Keywords, and names that a law uses.
const RESERVED: &[&str] = &[
    "NULL",
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "law",
    "long",
    "main",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "std",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
];

struct Cpp<'a> {
    names: &'a [String],
}

fn joined<T: ToString>(items: &[T]) -> String {
    let texts: Vec<String> = items.iter().map(T::to_string).collect();
    texts.join(", ")
}

fn recurrence(sequence: &Recurrence, a: &str) -> String {
    let Recurrence {
        first,
        factors,
        step,
        growth,
    } = sequence;
    let (first, factors) = (joined(first), joined(factors));
    format!("terms_({a}, {{{first}}}, {{{factors}}}, {step}, {growth})")
}

fn vector(args: &[String]) -> String {
    format!("std::vector<long long>{{{}}}", args.join(", "))
}

impl Dialect for Cpp<'_> {
    fn var(&self, axis: usize) -> String {
        self.names[axis].clone()
    }

    fn unary(&self, op: Unary, a: &str) -> String {
        match op {
            Unary::LowBit => format!("(({a}) & -({a}))"),
            Unary::TrailingZeros => format!("exponent_of_2_({a})"),
            Unary::Popcount => format!("popcount_({a})"),
            Unary::BitLength => format!("bit_length_({a})"),
            Unary::Root => format!("root_({a})"),
            Unary::PrimeFactors => format!("prime_factors_({a})"),
            Unary::LeastPrime => format!("least_prime_({a})"),
            Unary::Abs => format!("abs_({a})"),
        }
    }

    fn call(&self, op: Binary, a: &str, b: &str) -> String {
        let name = match op {
            Binary::Min => "std::min<long long>",
            Binary::Max => "std::max<long long>",
            Binary::Gcd => "gcd_",
            Binary::Div => "floor_div_",
            _ => "floor_mod_",
        };
        format!("{name}({a}, {b})")
    }

    fn sign(&self, op: Binary, natural: bool) -> Option<&'static str> {
        Some(match op {
            Binary::Add => "+",
            Binary::Sub => "-",
            Binary::Mul => "*",
            Binary::Div if natural => "/",
            Binary::Mod if natural => "%",
            Binary::Xor => "^",
            Binary::And => "&",
            Binary::Or => "|",
            Binary::Eq => "==",
            Binary::Lt => "<",
            Binary::Div | Binary::Mod | Binary::Min | Binary::Max | Binary::Gcd => return None,
        })
    }

    fn choose(&self, condition: &str, yes: &str, no: &str) -> String {
        format!("{condition} ? {yes} : {no}")
    }

    fn pick(&self, items: &[String], index: &str) -> String {
        let is_label = items.first().is_some_and(|item| item.starts_with('"'));
        let kind = if is_label {
            "const char* const"
        } else {
            "const long long"
        };
        let list = items.join(", ");
        format!("[](long long i) {{ static {kind} list[] = {{{list}}}; return list[i]; }}({index})")
    }

    fn digits(&self, function: Digits, base: u8, a: &str) -> String {
        let name = match function {
            Digits::Sum => "digit_sum_",
            Digits::Count => "digit_count_",
            Digits::First => "first_digit_",
            Digits::Zeros => "end_zeros_",
        };
        format!("{name}({a}, {base})")
    }

    fn state(&self, automaton: &Automaton, a: &str) -> String {
        let next: Vec<usize> = automaton.next.iter().flatten().copied().collect();
        let base = automaton.base;
        format!("state_({a}, {base}, {{{}}})", joined(&next))
    }

    fn terms(&self, sequence: &Recurrence, a: &str) -> String {
        format!("size_({})", recurrence(sequence, a))
    }

    fn is_term(&self, sequence: &Recurrence, a: &str) -> String {
        format!("is_last_({}, {a})", recurrence(sequence, a))
    }

    fn add_without_carry(&self, modulus: u8, args: &[String]) -> String {
        format!("add_without_carry_({modulus}, {})", vector(args))
    }

    fn sorted(&self, index: usize, args: &[String]) -> String {
        format!("sorted_({})[{index}]", vector(args))
    }

    fn index_of_max(&self, args: &[String]) -> String {
        format!("index_of_max_({})", vector(args))
    }

    fn bits_bind_tighter(&self) -> bool {
        false
    }

    fn label(&self, label: &str) -> String {
        format!("\"{}\"", label.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A definition uses only those before it.
const HELPERS: &[(&str, &str)] = &[
    (
        "floor_div_",
        "static long long floor_div_(long long a, long long b) {
    return a / b - (a % b < 0);
}

",
    ),
    (
        "floor_mod_",
        "static long long floor_mod_(long long a, long long b) {
    return (a % b + b) % b;
}

",
    ),
    (
        "abs_",
        "static long long abs_(long long n) {
    return n < 0 ? -n : n;
}

",
    ),
    (
        "popcount_",
        "static long long popcount_(long long n) {
    long long count = 0;
    for (; n > 0; n &= n - 1) ++count;
    return count;
}

",
    ),
    (
        "bit_length_",
        "static long long bit_length_(long long n) {
    long long length = 0;
    for (; n > 0; n >>= 1) ++length;
    return length;
}

",
    ),
    (
        "exponent_of_2_",
        "static long long exponent_of_2_(long long n) {
    long long exponent = 0;
    for (; n > 0 && n % 2 == 0; n /= 2) ++exponent;
    return exponent;
}

",
    ),
    (
        "root_",
        "static long long root_(long long n) {
    long long low = 0, high = 3037000500LL;
    while (high - low > 1) {
        long long middle = (low + high) / 2;
        (middle * middle <= n ? low : high) = middle;
    }
    return low;
}

",
    ),
    (
        "least_prime_",
        "static long long least_prime_(long long n) {
    for (long long d = 2; d * d <= n; ++d)
        if (n % d == 0) return d;
    return n;
}

",
    ),
    (
        "prime_factors_",
        "static long long prime_factors_(long long n) {
    long long count = 0;
    for (; n > 1; n /= least_prime_(n)) ++count;
    return count;
}

",
    ),
    (
        "gcd_",
        "static long long gcd_(long long a, long long b) {
    while (b != 0) {
        long long rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

",
    ),
    (
        "digit_sum_",
        "static long long digit_sum_(long long n, long long base) {
    long long total = 0;
    for (; n > 0; n /= base) total += n % base;
    return total;
}

",
    ),
    (
        "digit_count_",
        "static long long digit_count_(long long n, long long base) {
    long long count = 0;
    for (; n > 0; n /= base) ++count;
    return count;
}

",
    ),
    (
        "first_digit_",
        "static long long first_digit_(long long n, long long base) {
    for (; n >= base; n /= base) {}
    return n;
}

",
    ),
    (
        "end_zeros_",
        "static long long end_zeros_(long long n, long long base) {
    long long count = 0;
    for (; n > 0 && n % base == 0; n /= base) ++count;
    return count;
}

",
    ),
    (
        "state_",
        "static int state_(long long n, long long base, const std::vector<int>& next) {
    return n == 0 ? 0 : next[state_(n / base, base, next) * base + n % base];
}

",
    ),
    (
        "terms_",
        "static std::vector<long long> terms_(long long most, std::vector<long long> last,
                                     std::vector<long long> factors, long long step,
                                     long long growth) {
    std::vector<long long> terms;
    while (last[0] <= most && (terms.empty() || last[0] > terms.back())) {
        terms.push_back(last[0]);
        long long next = step;
        for (std::size_t i = 0; i < last.size(); ++i) next += factors[i] * last[i];
        last.erase(last.begin());
        last.push_back(next);
        step += growth;
    }
    return terms;
}

",
    ),
    (
        "size_",
        "static long long size_(const std::vector<long long>& terms) {
    return terms.size();
}

",
    ),
    (
        "is_last_",
        "static long long is_last_(const std::vector<long long>& terms, long long n) {
    return !terms.empty() && terms.back() == n;
}

",
    ),
    (
        "add_without_carry_",
        "static long long add_without_carry_(long long modulus, const std::vector<long long>& items) {
    long long most = *std::max_element(items.begin(), items.end()), total = 0;
    int bits = 0;
    while (most >> bits > 0) ++bits;
    while (bits-- > 0) {
        long long ones = 0;
        for (long long n : items) ones += n >> bits & 1;
        total = total * modulus + ones % modulus;
    }
    return total;
}

",
    ),
    (
        "sorted_",
        "static std::vector<long long> sorted_(std::vector<long long> items) {
    std::sort(items.begin(), items.end());
    return items;
}

",
    ),
    (
        "index_of_max_",
        "static long long index_of_max_(const std::vector<long long>& items) {
    return std::max_element(items.begin(), items.end()) - items.begin();
}

",
    ),
];
