//! Branch-free speculative yields: if a row and its test are cheap and cannot
//! fault, the row is written unconditionally and kept only if the test holds.
//! This is cheaper than an unpredictable branch.

use crate::compile::blocks::generator::Generator;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Object, Slot, Value};
use crate::compile::known::word::{Bit, Word};
use crate::tree::{Binary, Comparison, Expression, Kind, Unary, Yield};

/// Maximum number of words of a speculative row, including its turn flag.
const MAX_SPECULATIVE_WORDS: usize = 4;
/// Maximum number of nodes of such a row and its test.
const MAX_SPECULATIVE_NODES: usize = 24;

impl<'p> Generator<'_, 'p> {
    /// Whether `if test: yield …` can be compiled without a branch.
    pub(in crate::compile) fn can_speculate(
        &self,
        test: &'p Expression,
        yielded: &'p Yield,
    ) -> bool {
        let kinds = &self.unit.row;
        let words: usize = kinds.iter().map(|kind| kind.slots()).sum();
        let mut left = MAX_SPECULATIVE_NODES;
        words < MAX_SPECULATIVE_WORDS
            && yielded.tag.is_none()
            && yielded.fields.len() == kinds.len()
            && self.is_speculable_test(test, &mut left)
            && yielded
                .fields
                .iter()
                .all(|field| field.ty.is_number() && self.is_speculable(field, &mut left))
    }

    fn is_speculable_test(&self, test: &'p Expression, left: &mut usize) -> bool {
        match &test.kind {
            Kind::And(operands) | Kind::Or(operands) => operands
                .iter()
                .all(|operand| self.is_speculable_test(operand, left)),
            Kind::Unary(Unary::Not, operand) => self.is_speculable_test(operand, left),
            _ => test.ty.is_number() && self.is_speculable(test, left),
        }
    }

    /// Whether a number is known, or computed without a check from values in
    /// registers.
    fn is_speculable(&self, e: &'p Expression, left: &mut usize) -> bool {
        if *left == 0 {
            return false;
        }
        *left -= 1;
        if self.peek(e).is_some() {
            return true;
        }
        match &e.kind {
            Kind::Local(id) => matches!(
                self.state.locals[id.0 as usize],
                Slot::Bound(Value::Number(_))
            ),
            Kind::Unary(Unary::Invert | Unary::Plus | Unary::Not, a) => {
                a.ty.is_number() && self.is_speculable(a, left)
            }
            Kind::Binary(Binary::And | Binary::Or | Binary::Xor, a, b) => {
                self.is_speculable(a, left) && self.is_speculable(b, left)
            }
            Kind::Binary(Binary::ShiftRight, a, b) => {
                self.peek(b).is_some_and(|by| by >= 0) && self.is_speculable(a, left)
            }
            Kind::Compare(first, rest) => match rest.as_slice() {
                [(comparison, right)] => {
                    is_plain(*comparison)
                        && first.ty.is_number()
                        && right.ty.is_number()
                        && self.is_speculable(first, left)
                        && self.is_speculable(right, left)
                }
                _ => false,
            },
            Kind::Index(object, index) => self.known_item(object, index).is_some(),
            _ => false,
        }
    }

    /// The item of a virtual list at a known index.
    fn known_item(&self, object: &'p Expression, index: &'p Expression) -> Option<Value> {
        let index = self.peek(index)?;
        let item = |items: &[Value]| {
            let at = if index < 0 {
                index + items.len() as i64
            } else {
                index
            };
            items.get(usize::try_from(at).ok()?).cloned()
        };
        let value = match &object.kind {
            Kind::Local(id) => match &self.state.locals[id.0 as usize] {
                Slot::Bound(value) => value,
                _ => return None,
            },
            Kind::Global(id) => self.unit.globals[id.0 as usize].as_ref()?,
            _ => return None,
        };
        match value {
            Value::List(List::Table(table)) => item(&table.items),
            Value::List(List::Object(id)) => match &*self.state.heap[id] {
                Object::Virtual { items, .. } => item(items),
                Object::Stored(_) => None,
            },
            Value::Tuple(items) => item(items),
            _ => None,
        }
    }

    /// The value of a known expression, without generating code.
    fn peek(&self, e: &'p Expression) -> Option<i64> {
        let word = |value: &Value| match value {
            Value::Number(word) => match self.resolve(*word) {
                Word::Known(n) => Some(n),
                Word::Computed(_) => None,
            },
            _ => None,
        };
        match &e.kind {
            Kind::Int(n) => Some(*n),
            Kind::Bool(known) => Some(i64::from(*known)),
            Kind::Local(id) => match &self.state.locals[id.0 as usize] {
                Slot::Bound(value) => word(value),
                _ => None,
            },
            Kind::Global(id) => word(self.unit.globals[id.0 as usize].as_ref()?),
            Kind::Binary(operator, a, b) => {
                crate::compile::numbers::number::fold(*operator, self.peek(a)?, self.peek(b)?)
            }
            Kind::Index(object, index) => word(&self.known_item(object, index)?),
            _ => None,
        }
    }

    /// Whether a speculative test holds, without control flow.
    pub(in crate::compile) fn speculated_bit(&mut self, test: &'p Expression) -> Gen<Bit> {
        match &test.kind {
            Kind::And(operands) => {
                let mut all = Bit::Known(true);
                for operand in operands {
                    let bit = self.speculated_bit(operand)?;
                    all = self.both(all, bit);
                }
                Ok(all)
            }
            Kind::Or(operands) => {
                let mut any = Bit::Known(false);
                for operand in operands {
                    let bit = self.speculated_bit(operand)?;
                    any = self.either(any, bit);
                }
                Ok(any)
            }
            Kind::Unary(Unary::Not, operand) => {
                let bit = self.speculated_bit(operand)?;
                Ok(self.opposite(bit))
            }
            Kind::Compare(first, rest) => match rest.as_slice() {
                [(comparison, right)] => self.comparison_bit(first, *comparison, right),
                _ => cannot("a chained comparison without a branch"),
            },
            _ => {
                let value = self.expression(test)?;
                Ok(self.truth(&value)?.0)
            }
        }
    }
}

/// Whether a comparison is a machine comparison.
fn is_plain(comparison: Comparison) -> bool {
    use Comparison::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
    matches!(
        comparison,
        Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual
    )
}
