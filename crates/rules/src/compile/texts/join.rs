//! `separator.join(…)`, and whole sequences as the items of a comprehension.

use crate::compile::blocks::generator::Generator;
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Text, Value};
use crate::compile::lists::memory::MAX_VIRTUAL_LEN;
use crate::compile::loops::iterate::Iter;
use crate::compile::runtime;
use crate::tree::{Comprehension, Kind, Place, Target, Type};

impl<'p> Generator<'_, 'p> {
    /// The items of a comprehension, joined.
    pub(in crate::compile) fn join_texts(
        &mut self,
        from: &'p Comprehension,
        first: &mut Iter,
        separator: &Value,
    ) -> Gen<Value> {
        let Value::Text(separator) = separator else {
            return cannot("a separator of this type");
        };
        if self.discards_text {
            self.each(from, first, &[], None, None, &mut |_, _| Ok(()))?;
            return Ok(Value::Text(Text::Unknown));
        }
        let list = match is_whole(from).then_some(&*first) {
            Some(Iter::List { list, .. }) => list.clone(),
            _ => self.collect(from, first, &Type::Str)?,
        };
        let separator = self.characters(separator)?;
        if let Some(codes) = self.joined_items(&list, &separator)? {
            let list = self.new_list(&Type::Int, codes)?;
            return Ok(self.text_of(list));
        }
        let list = self.address_of_all(&list)?;
        let separator = self.address(&separator)?;
        self.call_runtime(runtime::TEXT_JOIN, &[list, separator]);
        let list = self.new_stored(&Type::Int);
        Ok(self.text_of(list))
    }

    /// The code points of joined texts, if their lengths are known.
    fn joined_items(&mut self, list: &List, separator: &List) -> Gen<Option<Vec<Value>>> {
        let (Some(texts), Some(gap)) = (self.known_items(list), self.known_items(separator)) else {
            return Ok(None);
        };
        let mut codes: Vec<Value> = Vec::new();
        for (i, text) in texts.iter().enumerate() {
            let Value::Text(text) = text else {
                return cannot("an item that is not a text");
            };
            let own = match self.only_letter(text)? {
                Some(code) => vec![Value::Number(code)],
                None if matches!(text, Text::Word(_)) => return Ok(None),
                None => {
                    let own = self.characters(text)?;
                    match self.known_items(&own) {
                        Some(items) => items,
                        None => return Ok(None),
                    }
                }
            };
            if i > 0 {
                codes.extend(gap.iter().cloned());
            }
            codes.extend(own);
            if codes.len() > MAX_VIRTUAL_LEN {
                return Ok(None);
            }
        }
        Ok(Some(codes))
    }

    /// A new list of all items of a sequence, if a comprehension is one of just
    /// these and they are copied faster than one by one.
    pub(in crate::compile) fn whole(
        &mut self,
        from: &Comprehension,
        first: &Iter,
        item: &Type,
    ) -> Gen<Option<List>> {
        if !is_whole(from) {
            return Ok(None);
        }
        match (first, item) {
            (Iter::List { list, .. }, _) if self.known_items(list).is_none() => {
                self.copy(list, item).map(Some)
            }
            (Iter::Letters(inner), Type::Str) => {
                let Iter::List { list, .. } = &**inner else {
                    return Ok(None);
                };
                let Some(items) = self.known_items(list) else {
                    // One-character texts have the words of their code points.
                    let copy = self.copy(list, &Type::Int)?;
                    return Ok(Some(self.relabelled(&copy, item)?));
                };
                let letters = items.iter().map(|item| self.letter(item)).collect();
                self.new_list(item, letters).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A list in memory with items of another type that have the same words.
    fn relabelled(&mut self, list: &List, item: &Type) -> Gen<List> {
        let mut stored = self.stored(list)?;
        stored.item = item.clone().into();
        Ok(List::Stored(stored))
    }

    /// `A, B = "xo"`.
    pub(in crate::compile) fn unpack_text(&mut self, text: &Text, count: usize) -> Gen<Vec<Value>> {
        let list = self.characters(text)?;
        let items = self.exactly(&list, count)?;
        Ok(items.iter().map(|item| self.letter(item)).collect())
    }
}

/// Whether a comprehension has all items of its iterable, unchanged.
fn is_whole(from: &Comprehension) -> bool {
    let [clause] = from.clauses.as_slice() else {
        return false;
    };
    match (&clause.target, &from.item.kind) {
        (Target::Place(Place::Local(bound, _)), Kind::Local(item)) => {
            bound == item && clause.conditions.is_empty()
        }
        _ => false,
    }
}
