//! Operators and comparisons of dicts.

use super::{KEYS, VALUES};
use crate::check::dict::{DictType, Missing};
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::{Binary, Comparison, Kind, Unary};

impl Checker<'_> {
    /// `a | b` of dicts, `a + b` and `a - b` of counters.
    pub(in crate::check) fn dict_operation(
        &mut self,
        operator: Binary,
        left: Checked,
        right: Checked,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (Ty::Dict(a), Ty::Dict(b)) = (&left.ty, &right.ty) else {
            return match (&left.ty, &right.ty) {
                (Ty::Dict(_), _) => Err(self.not_a_dict(&right)),
                _ => Err(self.not_a_dict(&left)),
            };
        };
        let (a, b) = (*a, *b);
        let sign = match (operator, a.missing, b.missing) {
            (Binary::Or, Missing::Fault, Missing::Fault) => {
                let (of_left, of_right) = (left.tree.span, right.tree.span);
                let (left, right) = (
                    self.pairs_of(left, of_left)?,
                    self.pairs_of(right, of_right)?,
                );
                let (left, right, ty) = self.operate(Binary::Add, left, right, at)?;
                let kind = Kind::Binary(Binary::Add, Box::new(left), Box::new(right));
                let pairs = self.made(kind, ty, at);
                return self.dict_of_pairs(pairs, Missing::Fault, at);
            }
            (Binary::Add, Missing::Zero, Missing::Zero) => 1,
            (Binary::Subtract, Missing::Zero, Missing::Zero) => -1,
            _ => {
                return Err(
                    Diagnostic::at(at, "this operator is not supported for dicts")
                        .help("write a loop over `d.items()`"),
                );
            }
        };
        let (keys, values) = (self.cell_at(at, KEYS), self.cell_at(at, VALUES));
        for side in [a, b] {
            let (key, _) = self.key_and_value(side);
            self.add_to(keys, &key, at)?;
        }
        self.add_to(values, &Ty::Int, at)?;
        let lists = Ty::Tuple(vec![Ty::List(keys), Ty::List(values)]);
        let sign = self.made(Kind::Int(sign), Ty::Int, at);
        let given = vec![self.as_pair(left, a), self.as_pair(right, b), sign];
        let made = self.dict_function("dict.combined", given, lists, at)?;
        Ok(self.as_dict(made, DictType::new(keys, values, Missing::Zero)))
    }

    /// `a == b` of dicts, as a comparison of a bool with `True`.
    pub(in crate::check) fn dict_equality(
        &mut self,
        comparison: Comparison,
        left: Checked,
        right: Checked,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let (Ty::Dict(a), Ty::Dict(b)) = (&left.ty, &right.ty) else {
            return Err(self.not_a_dict(&right));
        };
        let (a, b) = (*a, *b);
        let is_counter = |ty: DictType| ty.missing == Missing::Zero;
        let ((key, value), (other_key, other_value)) =
            (self.key_and_value(a), self.key_and_value(b));
        let fits = self.types.can_equal(&key, &other_key)
            && self.types.can_equal(&value, &other_value)
            && is_counter(a) == is_counter(b);
        if !fits {
            return Err(
                Diagnostic::at(at, "these dicts cannot be compared in a rule file")
                    .help("compare dicts with keys and values of the same types"),
            );
        }
        let name = match is_counter(a) {
            true => "dict.same_counts",
            false => "dict.equal",
        };
        let given = vec![self.as_pair(left, a), self.as_pair(right, b)];
        let equal = self.dict_function(name, given, Ty::Bool, at)?;
        Ok(match comparison {
            Comparison::NotEqual => {
                let kind = Kind::Unary(Unary::Not, Box::new(equal.tree));
                self.made(kind, Ty::Bool, at)
            }
            _ => equal,
        })
    }
}
