//! Parameters that only choose the starting position.

use super::visit::{self, Node};
use super::{FunctionId, GlobalId, Kind, Program};

impl Program {
    /// The names of the parameters that nothing reads but `start` and `answer`, and what only
    /// they call: the value of a position does not depend on them.
    #[must_use]
    pub fn start_parameters(&self) -> Vec<&str> {
        let read = self.read_without_start();
        let only_start = self.parameters.iter().filter(|p| !read.contains(&p.global));
        only_start.map(|p| p.name.as_str()).collect()
    }

    /// Whether a function, or what it calls, reads a global.
    #[must_use]
    pub fn reads(&self, function: FunctionId, global: GlobalId) -> bool {
        self.read_from(vec![function]).contains(&global)
    }

    /// The globals that are read by the module and by all entry points but `start` and
    /// `answer`.
    fn read_without_start(&self) -> Vec<GlobalId> {
        let roles = self.roles;
        let entries = [
            roles.moves,
            roles.left,
            roles.right,
            roles.over,
            roles.claim,
            roles.split,
            roles.canon,
            roles.symmetry,
            roles.show,
        ];
        let mut reached: Vec<FunctionId> = vec![self.module];
        reached.extend(entries.into_iter().flatten());
        self.read_from(reached)
    }

    /// The globals that these functions and all that they call read.
    fn read_from(&self, mut reached: Vec<FunctionId>) -> Vec<GlobalId> {
        let mut read = Vec::new();
        let mut next = 0;
        while let Some(function) = reached.get(next).copied() {
            next += 1;
            visit::block(&self.functions[function.0 as usize].body, &mut |node| {
                let Node::Expression(expression) = node else {
                    return;
                };
                match &expression.kind {
                    Kind::Global(global) => read.push(*global),
                    Kind::Call(called, _) if !reached.contains(called) => reached.push(*called),
                    _ => {}
                }
            });
        }
        read
    }
}

#[cfg(test)]
mod tests {
    use crate::Rules;
    use crate::fault::Limits;
    use crate::source::Source;

    #[test]
    fn parameters_that_moves_read_directly_or_not_are_no_start_parameters() {
        let text = "
heap = 9
most = 3
least = 1
unit = 1
double = unit * 2

def first():
    return heap

def start():
    yield first() + double

def amounts():
    return range(least, most + 1)

def moves(n):
    for k in amounts():
        if k <= n:
            yield n - k
";
        let source = Source::new("game.py", text);
        let rules = Rules::open(source, &[], Limits::default()).unwrap();
        assert_eq!(rules.program().start_parameters(), ["heap"]);
    }
}
