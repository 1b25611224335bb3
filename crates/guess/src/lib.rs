//! Finds the law behind a table of numbers or labels over integer axes.
//!
//! A law is an expression over the axes ([`Expr`]). Families of laws are fitted to
//! the lower part of a table and tested on the rest, which the fit has not seen
//! ([`guess`]). A law is reported only if it holds there without exception and is
//! much shorter than the table in a code that knows no law: there are at most 2ⁿ laws
//! with a description of n bits, and each agrees with a random table of entropy m with
//! probability 2⁻ᵐ, so the probability that any of them does is at most 2ⁿ⁻ᵐ.
//!
//! ```
//! use kibitz_guess::{Axis, Table, guess};
//!
//! let axis = Axis::new("n", 0, 60).unwrap();
//! let values = (0..60).map(|n| Some(n % 4)).collect();
//! let table = Table::of_numbers(vec![axis], values).unwrap();
//! let law = guess(&table).law(&table).cloned();
//! assert_eq!(law.unwrap().formula(), "n mod 4");
//! ```

mod arithmetic;
mod csv;
mod expr;
mod features;
mod grid;
mod information;
mod law;
mod period;
mod rivals;
mod sample;
mod search;
mod sequence;
mod settled;
mod source;
mod table;

pub use csv::{CsvError, csv_name, parse_csv};
pub use expr::{Automaton, Binary, Digits, Expr, Recurrence, Unary};
pub use law::{Counterexample, Exception, Law};
pub use search::{Findings, guess};
pub use table::{Axis, Table, TableError, Value};
