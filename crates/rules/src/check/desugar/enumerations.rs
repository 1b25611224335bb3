//! Classes of members as values: `len(Side)`, `list(Side)`, `Side(1)`, `Side["LEFT"]`.

use ruff_python_ast::{Expr, ExprCall};
use ruff_text_size::TextRange;

use super::Desugar;
use super::records::EnumerationKind;
use super::template::expression;

/// Functions of Python that iterate over their arguments.
const ITERATING: [&str; 14] = [
    "all",
    "any",
    "dict",
    "enumerate",
    "frozenset",
    "len",
    "list",
    "max",
    "min",
    "reversed",
    "set",
    "sorted",
    "tuple",
    "zip",
];

impl Desugar {
    /// Replaces enumerations that a call iterates over by their members.
    pub(super) fn members_given(&self, call: &mut ExprCall) {
        let is_iterating = ITERATING
            .iter()
            .any(|name| self.is_built_in(&call.func, name))
            || matches!(
                self.imported(&call.func),
                Some("product" | "combinations" | "permutations" | "pairwise")
            );
        if is_iterating {
            for arg in &mut call.arguments.args {
                if let Some(members) = self.members(arg) {
                    *arg = members;
                }
            }
        }
    }

    /// `Side(value)`: the member with a value.
    pub(super) fn member_with(&self, call: &ExprCall, at: TextRange) -> Option<Expr> {
        let Expr::Name(name) = &*call.func else {
            return None;
        };
        let found = self.enumerations.get(name.id.as_str())?;
        let [value] = &call.arguments.args[..] else {
            return None;
        };
        if found.kind == EnumerationKind::Constants || !call.arguments.keywords.is_empty() {
            return None;
        }
        let members = self.members(&call.func)?;
        let values = expression(&format!("[{}]", found.order.join(", ")), at, &[]);
        let fill = [
            ("MEMBERS", members),
            ("VALUES", values),
            ("V", value.clone()),
        ];
        Some(expression("MEMBERS[VALUES.index(V)]", at, &fill))
    }

    /// `Side["LEFT"]`: the member with a name.
    pub(super) fn member_named(&self, class: &Expr, key: &Expr, at: TextRange) -> Option<Expr> {
        let name = class.as_name_expr()?.id.as_str();
        let found = self.enumerations.get(name)?;
        if found.kind == EnumerationKind::Constants {
            return None;
        }
        let mut names: Vec<&String> = found.members.keys().collect();
        names.sort();
        let items = names
            .iter()
            .enumerate()
            .map(|(number, own)| format!("\"{own}\": M{number}"));
        let text = format!("{{{}}}[K]", items.collect::<Vec<_>>().join(", "));
        let members = names.iter().enumerate().map(|(number, own)| {
            (
                format!("M{number}"),
                self.member_of(name, &found.members[*own], at),
            )
        });
        let members: Vec<(String, Expr)> = members.collect();
        let fill = members
            .iter()
            .map(|(name, member)| (name.as_str(), member.clone()));
        let fill: Vec<(&str, Expr)> = fill.chain([("K", key.clone())]).collect();
        Some(expression(&text, at, &fill))
    }
}
