//! A claim in a file of its own.

use super::Rules;
use super::failure::Failure;
use crate::fault::Limits;
use crate::shape::FieldKind;
use crate::source::{Mistake, Source};

impl Rules {
    /// Loads a file with a `claim` about the positions of this game. It may be
    /// a rule file of its own, or have nothing but the claim and what it needs.
    /// Of `set` it takes what it knows.
    ///
    /// # Errors
    /// Where the file has a mistake, no claim, or one about other fields.
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
            let mistake = Mistake::of_file("there is no `claim` in this file");
            return Err(Failure::mistake(
                mistake.help(self.claim_help()),
                &claim.source,
            ));
        };
        let kinds = |rules: &Rules| -> Vec<FieldKind> {
            rules.shape.fields.iter().map(|field| field.kind).collect()
        };
        if kinds(&claim) == kinds(self) {
            return Ok(claim);
        }
        let message = format!(
            "this claim is about other positions, as {}",
            claim.shape.write(&claim.starts[0])
        );
        let mistake = Mistake::at(claim.span(function), message);
        let help = format!(
            "those of the game are as {}",
            self.shape.write(&self.starts[0])
        );
        Err(Failure::mistake(mistake.help(help), &claim.source))
    }

    /// How to write a claim about this game.
    #[must_use]
    pub fn claim_help(&self) -> String {
        format!(
            "def claim({}): return …, true where the mover wins; or --claim FILE",
            self.names()
        )
    }

    /// A file with nothing but a claim, made one with the positions of this
    /// game. What is added comes last, so that places in the file stay true.
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

    /// A position as Python reads it.
    fn literal(&self, row: &[i64]) -> String {
        let mut rest = row;
        let mut fields = Vec::with_capacity(self.shape.fields.len());
        for field in &self.shape.fields {
            let (own, after) = rest.split_at(field.kind.slots());
            rest = after;
            fields.push(match field.kind {
                FieldKind::Int => own[0].to_string(),
                FieldKind::Bool => if own[0] == 0 { "False" } else { "True" }.to_owned(),
                FieldKind::List(_) => format!("{own:?}"),
            });
        }
        fields.join(", ")
    }
}
