//! Claims in separate files.

use super::Rules;
use super::failure::Failure;
use crate::fault::Limits;
use crate::source::{Diagnostic, Source};

impl Rules {
    /// Loads a file with a `claim` about the positions of this game: a complete
    /// rule file, or only the claim and its helpers. Overrides of `set` that
    /// the file has no parameter for are ignored.
    ///
    /// # Errors
    /// Returns a failure if the file has an error, no claim, or a claim about
    /// other fields.
    pub fn claim_file(
        &self,
        source: Source,
        set: &[(String, String)],
        limits: Limits,
    ) -> Result<Rules, Failure> {
        let source = match source
            .text
            .lines()
            .any(|line| line.starts_with("def start("))
        {
            true => source,
            false => self.completed(&source),
        };
        let known = Rules::open(source.clone(), &[], limits)?;
        let is_known = |name: &str| known.program.parameters.iter().any(|p| p.name == name);
        let set: Vec<_> = set
            .iter()
            .filter(|(name, _)| is_known(name))
            .cloned()
            .collect();
        let claim = match set.is_empty() {
            true => known,
            false => Rules::open(source, &set, limits)?,
        };
        let Some(function) = claim.program.roles.claim else {
            let diagnostic = Diagnostic::of_file("this file does not define `claim`");
            return Err(Failure::diagnostic(
                diagnostic.help(self.claim_help()),
                &claim.source,
            ));
        };
        let fields = claim.shape.fields.iter().zip(&self.shape.fields);
        let mut are_same = fields.map(|(a, b)| a.kind.is_same_type(&b.kind));
        if claim.shape.fields.len() == self.shape.fields.len() && are_same.all(|same| same) {
            // The lengths of fields are those of the game.
            return match claim.shape == self.shape {
                true => Ok(claim),
                false => claim.reshaped(&self.shape),
            };
        }
        let message = format!(
            "this claim is about positions such as {}",
            claim.shape.write(&claim.starts[0])
        );
        let diagnostic = Diagnostic::at(claim.span(function), message);
        let help = format!(
            "the positions of the game are such as {}",
            self.shape.write(&self.starts[0])
        );
        Err(Failure::diagnostic(diagnostic.help(help), &claim.source))
    }

    /// How to write a claim about this game.
    #[must_use]
    pub fn claim_help(&self) -> String {
        format!(
            "def claim({}): return …, True if the mover wins; or --claim FILE",
            self.names()
        )
    }

    /// Completes a file that has only a claim with the positions of this game.
    /// The code is appended, so that places in the file stay valid.
    fn completed(&self, source: &Source) -> Source {
        let names = self.names();
        let start = self.literal(&self.starts[0]);
        let text = &source.text;
        Source::new(
            source.name.clone(),
            format!(
                "{text}\n\ndef start():\n    yield {start}\n\n\
                 def moves({names}):\n    yield {names}\n"
            ),
        )
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.shape.fields.iter().map(|f| f.name.as_str()).collect();
        names.join(", ")
    }

    /// A position as a Python literal.
    fn literal(&self, row: &[i64]) -> String {
        let mut rest = row;
        let mut fields = Vec::with_capacity(self.shape.fields.len());
        for field in &self.shape.fields {
            let (own, after) = rest.split_at(field.kind.slots());
            rest = after;
            let mut text = String::new();
            field.kind.write(own, &mut text);
            fields.push(text);
        }
        fields.join(", ")
    }
}
