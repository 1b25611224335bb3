//! The functions that kibitz calls, as other forms have them: `moves = lambda …`, and entry points
//! that functions of the file call too, which are then helper generators besides.

use ruff_python_ast::visitor::transformer::Transformer;
use ruff_python_ast::{Expr, Identifier, Stmt, StmtFunctionDef};

use super::alpha::Alpha;
use super::closures::as_function;
use super::{flow, scope};

/// The entry points that yield positions of other positions.
const CALLED: [&str; 4] = ["moves", "left", "right", "split"];

/// What only kibitz may consume.
pub(super) const MOVES: [&str; 3] = ["move", "again", "points"];

/// `moves = lambda …` as a function.
pub(super) fn defined(stmt: Stmt) -> Stmt {
    let is_role = |stmt: &Stmt| match stmt {
        Stmt::Assign(node) => matches!(
            &node.targets[..],
            [Expr::Name(name)] if &name.id == "start" || CALLED.contains(&name.id.as_str())
        ),
        _ => false,
    };
    match is_role(&stmt) {
        true => as_function(stmt),
        false => stmt,
    }
}

/// Gives entry points that functions of the file call a second definition, which they call instead.
pub(super) fn copied(module: &mut Vec<Stmt>) {
    for role in CALLED {
        let is_role = |stmt: &Stmt| matches!(stmt, Stmt::FunctionDef(node) if &node.name == role);
        let Some(place) = module.iter().position(is_role) else {
            continue;
        };
        let Stmt::FunctionDef(role_function) = &module[place] else {
            continue;
        };
        let is_move = |name: &String| MOVES.contains(&name.as_str());
        if !flow::yields(&role_function.body)
            || scope::read(&role_function.body).iter().any(is_move)
        {
            continue;
        }
        let mut copy = role_function.clone();
        let name = format!("{role}.called");
        let renamed = Alpha::new([(role.to_owned(), name.clone())]);
        let mut is_called = false;
        for stmt in module.iter_mut() {
            if let Stmt::FunctionDef(node) = stmt
                && !binds(node, role)
                && scope::read(&node.body).iter().any(|name| name == role)
            {
                renamed.visit_body(&mut node.body);
                is_called = true;
            }
        }
        if is_called {
            copy.name = Identifier::new(name, copy.name.range);
            renamed.visit_body(&mut copy.body);
            module.insert(place + 1, Stmt::FunctionDef(copy));
        }
    }
}

/// Whether a name means something else somewhere in a function.
fn binds(function: &StmtFunctionDef, name: &str) -> bool {
    let mut parameters = function.parameters.iter();
    parameters.any(|one| one.name() == name) || scope::bound(&function.body).contains(name)
}
