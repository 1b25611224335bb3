//! What names mean.

use super::desugar::{INFINITY, MINUS_INFINITY, MODULE};
use super::expression::Checked;
use super::file::Meaning;
use super::instance::{Checker, Owner, written};
use super::known::Known;
use super::type_vars::Ty;
use super::unsupported;
use crate::source::{Diagnostic, Span};
use crate::tree::{GlobalId, Kind, LocalId};

impl Checker<'_> {
    pub(super) fn name(&mut self, name: &str, at: Span) -> Result<Checked, Diagnostic> {
        match name {
            INFINITY => return Ok(self.made(Kind::Int(i64::MAX), Ty::Bound, at)),
            MINUS_INFINITY => return Ok(self.made(Kind::Int(i64::MIN), Ty::Bound, at)),
            _ => {}
        }
        if let Some(local) = self.scoped(name).or_else(|| self.own_local(name)) {
            return Ok(self.local(local, at));
        }
        let name = name.strip_suffix(MODULE).unwrap_or(name);
        match self.file.meanings.get(name) {
            Some(&Meaning::Global(id)) => Ok(self.global(id, at)),
            Some(Meaning::Function(_) | Meaning::Known(_)) => Err(self.not_called(name, at)),
            Some(Meaning::Math) => Err(Diagnostic::at(at, "`math` is a module, not a value")
                .help("write `math.gcd(a, b)` or `math.isqrt(a)`")),
            None if Known::built_in(name).is_some() => Err(self.not_called(name, at)),
            None => Err(self.no_name(name, at)),
        }
    }

    fn not_called(&self, name: &str, at: Span) -> Diagnostic {
        Diagnostic::at(at, format!("the function `{name}` is not called here")).help(format!(
            "write `{name}(…)`; functions can only be passed as arguments and be items of lists in a rule file"
        ))
    }

    /// The value of a global.
    pub(super) fn global(&self, id: GlobalId, at: Span) -> Checked {
        let ty = self.globals[id.0 as usize].clone();
        self.made(Kind::Global(id), ty, at)
    }

    /// The value of a local.
    pub(super) fn local(&self, local: LocalId, at: Span) -> Checked {
        let ty = self.local_type(self.current_number(), local);
        self.made(Kind::Local(local), ty, at)
    }

    /// A name bound by an enclosing comprehension or lambda.
    pub(super) fn scoped(&self, name: &str) -> Option<LocalId> {
        let scopes = &self.frames.last()?.scopes;
        let found = scopes.iter().rev().find(|(own, _)| own == name);
        found.map(|(_, local)| *local)
    }

    /// A name that the function assigns.
    pub(super) fn own_local(&self, name: &str) -> Option<LocalId> {
        let Owner::Function(number) = self.current().owner else {
            return None;
        };
        let locals = &self.file.definitions[number].locals;
        let slot = locals.iter().position(|own| *own == name)?;
        Some(LocalId(slot as u32))
    }

    /// The diagnostic for an undefined name.
    pub(super) fn no_name(&self, name: &str, at: Span) -> Diagnostic {
        let diagnostic = Diagnostic::at(at, format!("no name `{name}`"));
        if let Some(instead) = unsupported::function(name) {
            return Diagnostic::at(at, format!("`{name}` is not supported in a rule file"))
                .help(instead);
        }
        if Known::of_kibitz(name).is_some() {
            return diagnostic.help(format!(
                "write `from kibitz import {name}` at the top of the file"
            ));
        }
        if Known::of_math(name).is_some() {
            return diagnostic.help(format!(
                "write `from math import {name}` at the top of the file"
            ));
        }
        // The function that makes the members of an `Enum`.
        if self.file.meanings.contains_key(format!("{name}.").as_str()) {
            let message = format!("`{name}` is a class, which is not a value here");
            return Diagnostic::at(at, message)
                .help("name a member, or iterate over the members with `for`");
        }
        let scopes = self.frames.last().map_or(&[][..], |frame| &frame.scopes);
        let inner = scopes.iter().map(|(name, _)| name.as_str());
        let locals = match self.current().owner {
            Owner::Function(number) => &self.file.definitions[number].locals[..],
            Owner::Module => &[],
        };
        let mut known: Vec<&str> = inner.collect();
        known.extend(locals.iter().map(|name| written(name)));
        known.extend(self.file.meanings.keys());
        for name in Known::built_in_names() {
            known.push(name);
        }
        let similarity = |word: &str| strsim::jaro_winkler(word, name);
        let near = known
            .into_iter()
            .filter(|word| !word.contains('.') && similarity(word) > 0.8)
            .max_by(|a, b| similarity(a).total_cmp(&similarity(b)).then(b.cmp(a)));
        match near {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help("assign it before it is used, here or at the top of the file"),
        }
    }
}
