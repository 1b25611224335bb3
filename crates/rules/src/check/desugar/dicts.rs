//! The functions that dicts consist of, and what some methods of strings and functions of the
//! library do, written in Python (`dicts.py`, `functions.py`).

use ruff_python_ast::visitor::transformer::{self, Transformer};
use ruff_python_ast::{Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

/// The functions, with names that a file cannot have. Their places are behind the end of the
/// file: different from its own, and from each other.
pub(super) fn functions(module: &[Stmt]) -> Vec<Stmt> {
    let end = module.last().map_or(0, |last| last.end().to_usize());
    let files = [include_str!("../dicts.py"), include_str!("../functions.py")];
    let text = format!("#{}\n{}", "-".repeat(end), files.join("\n"));
    let parsed = ruff_python_parser::parse_module(&text).expect("these files are valid");
    let mut body = parsed.into_syntax().body;
    Renamed.visit_body(&mut body);
    let functions = body.into_iter().filter(Stmt::is_function_def_stmt);
    functions.collect()
}

/// The beginnings of their names.
pub(in crate::check) const GROUPS: [&str; 6] =
    ["dict", "text", "operator", "set", "bounds", "iter"];

/// Renames `dict_put` to `dict.put`.
struct Renamed;

fn renamed(name: &str) -> Option<String> {
    let (group, own) = name.split_once('_')?;
    GROUPS.contains(&group).then(|| format!("{group}.{own}"))
}

impl Transformer for Renamed {
    fn visit_stmt(&self, stmt: &mut Stmt) {
        if let Stmt::FunctionDef(node) = stmt
            && let Some(name) = renamed(node.name.as_str())
        {
            node.name.id = name.into();
            // Every statement of the module may call it.
            node.name.range = TextRange::default();
        }
        transformer::walk_stmt(self, stmt);
    }

    fn visit_expr(&self, expr: &mut Expr) {
        if let Expr::Name(node) = expr
            && let Some(name) = renamed(node.id.as_str())
        {
            node.id = name.into();
        }
        transformer::walk_expr(self, expr);
    }
}
