//! Locals of a function that are named like a built-in function, or one of the library, get
//! another name: elsewhere, and in the code that desugaring writes, the name means the function.

use std::collections::HashSet;

use ruff_python_ast::visitor::transformer::Transformer;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{Keyword, Stmt, StmtFunctionDef};

use super::alpha::Alpha;
use super::{generators, scope};
use crate::check::known::Known;
use crate::check::vocabulary::REWRITTEN;

/// The functions whose parameters are fields of positions.
const OF_POSITIONS: [&str; 4] = ["over", "claim", "canon", "show"];

/// Renames such locals, and functions of the module that are named like built-in ones.
pub(super) fn rename(module: &mut [Stmt], library: &HashSet<String>) {
    let keywords = keywords(module);
    let functions = module.iter().filter_map(Stmt::as_function_def_stmt);
    let functions: Vec<String> = functions
        .map(|node| node.name.to_string())
        .filter(|name| is_built_in(name))
        .collect();
    let assigned: Vec<String> = module
        .iter()
        .filter(|stmt| !stmt.is_function_def_stmt())
        .flat_map(|stmt| scope::stored_in(std::slice::from_ref(stmt)))
        .collect();
    for stmt in &mut *module {
        if let Stmt::FunctionDef(node) = stmt {
            locals(node, library, &keywords, true);
        }
    }
    let functions = functions
        .into_iter()
        .filter(|name| !assigned.contains(name));
    let functions = Alpha::new(functions.map(own));
    for stmt in module {
        functions.visit_stmt(stmt);
    }
}

/// The names of keyword arguments in a file.
fn keywords(module: &[Stmt]) -> HashSet<String> {
    #[derive(Default)]
    struct Keywords(HashSet<String>);
    impl<'a> Visitor<'a> for Keywords {
        fn visit_keyword(&mut self, keyword: &'a Keyword) {
            self.0.extend(keyword.arg.iter().map(ToString::to_string));
            visitor::walk_keyword(self, keyword);
        }
    }
    let mut keywords = Keywords::default();
    keywords.visit_body(module);
    keywords.0
}

/// Renames the locals of a function, those of nested functions first.
fn locals(
    node: &mut StmtFunctionDef,
    library: &HashSet<String>,
    keywords: &HashSet<String>,
    is_outermost: bool,
) {
    for stmt in &mut node.body {
        if let Stmt::FunctionDef(inner) = stmt {
            locals(inner, library, keywords, false);
        }
    }
    let name = node.name.as_str();
    let is_role = generators::ROLES.contains(&name) || OF_POSITIONS.contains(&name);
    let parameters = node.parameters.iter().map(|one| one.name().to_string());
    let parameters: Vec<String> = parameters.collect();
    // Its own name is one of the enclosing scope.
    let is_kept = |name: &String| {
        keywords.contains(name) || (is_outermost && is_role && parameters.contains(name))
    };
    let hidden = scope::locals(node).into_iter();
    let hidden = hidden.filter(|name| is_built_in(name) || library.contains(name));
    let renamed: Vec<_> = hidden.filter(|name| !is_kept(name)).map(own).collect();
    if renamed.is_empty() {
        return;
    }
    let renamed = Alpha::new(renamed);
    for parameter in &mut *node.parameters.args {
        renamed.visit_parameter(&mut parameter.parameter);
    }
    renamed.visit_body(&mut node.body);
}

fn is_built_in(name: &str) -> bool {
    Known::built_in(name).is_some() || REWRITTEN.contains(&name)
}

/// A name and what replaces it.
fn own(name: String) -> (String, String) {
    let own = format!("{name}.own");
    (name, own)
}

/// The names under which a module imports functions of the library.
pub(super) fn imported(module: &[Stmt]) -> HashSet<String> {
    let aliases = module.iter().flat_map(|stmt| match stmt {
        Stmt::ImportFrom(node) => &node.names[..],
        Stmt::Import(node) => &node.names[..],
        _ => &[],
    });
    let names = aliases.map(|alias| alias.asname.as_ref().unwrap_or(&alias.name).to_string());
    names.collect()
}
