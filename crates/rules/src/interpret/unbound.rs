//! Faults for unbound names: where they would have been bound.

use crate::fault::{Fault, FaultKind};
use crate::source::Span;
use crate::tree::{
    Block, Function, GlobalId, LocalId, Place, Program, Statement, StatementKind, Target,
};

/// How a name is bound.
#[derive(Clone, Copy)]
enum Binding {
    /// By a loop.
    Loop(Span),
    /// By a statement inside a loop or an `if`.
    Inside(Span),
    /// By an unconditional statement.
    Plain(Span),
}

/// An unbound local.
#[cold]
pub(super) fn local(program: &Program, function: &Function, id: LocalId, span: Span) -> Box<Fault> {
    let name = &function.locals[id.0 as usize].name;
    let is_it = |place: &Place| matches!(place, Place::Local(other, _) if *other == id);
    unbound(program, &function.body, name, span, &is_it)
}

/// An unbound global.
#[cold]
pub(super) fn global(program: &Program, id: GlobalId, span: Span) -> Box<Fault> {
    let name = &program.globals[id.0 as usize].name;
    let is_it = |place: &Place| matches!(place, Place::Global(other, _) if *other == id);
    let module = &program.functions[program.module.0 as usize];
    unbound(program, &module.body, name, span, &is_it)
}

fn unbound(
    program: &Program,
    body: &Block,
    name: &str,
    span: Span,
    is_it: &dyn Fn(&Place) -> bool,
) -> Box<Fault> {
    let mut found = Vec::new();
    search(body, false, is_it, &mut found);
    let line = |span: Span| program.source.place(span.start).line;
    let start = |binding: &Binding| match binding {
        Binding::Loop(span) | Binding::Inside(span) | Binding::Plain(span) => span.start,
    };
    // The last binding before the use is the relevant one.
    let earlier = found.iter().rfind(|binding| start(binding) < span.start);
    let why = match earlier.or(found.first()) {
        Some(Binding::Loop(place)) if place.start < span.start => {
            format!(": the loop on line {} never ran", line(*place))
        }
        Some(Binding::Inside(place)) if place.start < span.start => {
            format!(
                ": line {}, which assigns it, was not executed",
                line(*place)
            )
        }
        Some(Binding::Loop(place) | Binding::Inside(place) | Binding::Plain(place)) => {
            format!(": it is first assigned on line {}", line(*place))
        }
        None => String::new(),
    };
    let message = format!("the name `{name}` has no value here{why}");
    let help = format!("assign a default to `{name}` before that");
    Box::new(Fault::at(FaultKind::Unbound, span, message).help(help))
}

/// Collects the bindings of a name in source order.
fn search(
    block: &Block,
    is_inside: bool,
    is_it: &dyn Fn(&Place) -> bool,
    found: &mut Vec<Binding>,
) {
    let binding = |statement: &Statement| match is_inside {
        true => Binding::Inside(statement.span),
        false => Binding::Plain(statement.span),
    };
    for statement in block {
        match &statement.kind {
            StatementKind::Assign { targets, .. }
                if targets.iter().any(|target| binds(target, is_it)) =>
            {
                found.push(binding(statement));
            }
            StatementKind::If {
                then, otherwise, ..
            } => {
                search(then, true, is_it, found);
                search(otherwise, true, is_it, found);
            }
            StatementKind::While {
                body, otherwise, ..
            } => {
                search(body, true, is_it, found);
                search(otherwise, true, is_it, found);
            }
            StatementKind::For {
                target,
                body,
                otherwise,
                ..
            } => {
                if binds(target, is_it) {
                    found.push(Binding::Loop(statement.span));
                }
                search(body, true, is_it, found);
                search(otherwise, true, is_it, found);
            }
            _ => {}
        }
    }
}

fn binds(target: &Target, is_it: &dyn Fn(&Place) -> bool) -> bool {
    match target {
        Target::Place(place) => is_it(place),
        Target::Unpack(targets, _) => targets.iter().any(|target| binds(target, is_it)),
    }
}
