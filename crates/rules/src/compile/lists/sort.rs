//! Sorting: short lists of numbers by a sorting network, others by `runtime`.

use cranelift_codegen::cursor::{Cursor, FuncCursor};
use cranelift_codegen::ir::{InstBuilder, types};

use crate::compile::blocks::generator::{Generator, ins};
use crate::compile::known::state::{Gen, cannot};
use crate::compile::known::value::{List, Value};
use crate::compile::known::word::Word;
use crate::compile::runtime;
use crate::tree::Type;

/// Longest list sorted by a network.
const MAX_NETWORK_LEN: usize = 16;

impl Generator<'_, '_> {
    /// Sorts a list in place by the first words of each item, which form a
    /// value of type `key`.
    pub(in crate::compile) fn sort(&mut self, list: &List, key: &Type, reverse: Word) -> Gen<()> {
        let item = self.item_of(list);
        if has_no_order(key) {
            return cannot("an order of values that may be None");
        }
        if let (Type::Int | Type::Bool, Word::Known(reverse)) = (&*item, self.resolve(reverse))
            && let Some(items) = self.known_items(list)
            && items.len() <= MAX_NETWORK_LEN
        {
            let sorted = self.network(&items, reverse != 0)?;
            if self.change_virtual(list, |items| *items = sorted).is_some() {
                return Ok(());
            }
        }
        self.check_not_frozen(list)?;
        let address = self.address_of_all(list)?;
        let layout = self.unit.layout(key);
        let layout = ins!(self).iconst(types::I64, layout);
        let size = self.item_size(list);
        let reverse = self.value(reverse);
        self.call_runtime(runtime::SORT, &[address, layout, size, reverse]);
        Ok(())
    }

    /// Batcher's odd-even merge sort. It is not stable, which is unobservable
    /// because equal numbers are identical.
    fn network(&mut self, items: &[Value], is_reverse: bool) -> Gen<Vec<Value>> {
        let mut numbers = Vec::new();
        for item in items {
            match item {
                Value::Number(word) => numbers.push(*word),
                _ => return cannot("a value that is not a number"),
            }
        }
        let count = numbers.len();
        let mut width = 1;
        while width < count {
            let mut step = width;
            while step >= 1 {
                let mut start = step % width;
                while start + step < count {
                    for i in start..(start + step).min(count - step) {
                        if i / (2 * width) == (i + step) / (2 * width) {
                            let (a, b) = (numbers[i], numbers[i + step]);
                            numbers[i] = self.extreme(a, b, !is_reverse);
                            numbers[i + step] = self.extreme(a, b, is_reverse);
                        }
                    }
                    start += 2 * step;
                }
                step /= 2;
            }
            width *= 2;
        }
        Ok(numbers.into_iter().map(Value::Number).collect())
    }
}

/// Whether some values of a type cannot be ordered.
fn has_no_order(ty: &Type) -> bool {
    match ty {
        Type::Int | Type::Bool | Type::Str => false,
        Type::None | Type::Optional(_) => true,
        Type::Tuple(items) => items.iter().any(has_no_order),
        Type::List(item) | Type::Row(item) | Type::Set(item) => has_no_order(item),
    }
}
