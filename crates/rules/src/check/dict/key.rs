//! Keys of dicts: those that are looked up and those that are inserted.

use crate::check::dict::DictType;
use crate::check::expression::Checked;
use crate::check::instance::Checker;
use crate::check::type_vars::Ty;
use crate::source::{Diagnostic, Span};

impl Checker<'_> {
    /// Rejects what cannot be a key.
    pub(super) fn refuse_key(&self, key: &Ty, at: Span) -> Result<(), Diagnostic> {
        if !self.types.has_list(key) && !self.types.has_set(key) && !self.types.has_other_text(key)
        {
            return Ok(());
        }
        let is = self.types.described(key);
        Err(
            Diagnostic::at(at, format!("{is} cannot be a key of a dict in a rule file"))
                .help("keys are ints, bools, strings, None, and tuples of these"),
        )
    }

    /// A key that is looked up.
    pub(super) fn searched_key(
        &mut self,
        key: Checked,
        ty: DictType,
    ) -> Result<Checked, Diagnostic> {
        self.refuse_key(&key.ty, key.tree.span)?;
        let (own, _) = self.key_and_value(ty);
        if self.types.can_equal(&key.ty, &own) {
            return Ok(key);
        }
        let (is, keys) = (self.types.described(&key.ty), self.types.described(&own));
        let message = format!("{is} is never a key of this dict, whose keys are {keys}");
        Err(Diagnostic::at(key.tree.span, message).help("look up a value of the type of the keys"))
    }

    /// A key that may be inserted.
    pub(super) fn new_key(&mut self, key: Checked, ty: DictType) -> Result<Checked, Diagnostic> {
        self.refuse_key(&key.ty, key.tree.span)?;
        self.add_to(ty.keys, &key.ty, key.tree.span)?;
        Ok(key)
    }
}
