//! Items and slices: `xs[i]`, `xs[i:j]`.

use ruff_python_ast::{Expr, ExprSubscript};

use super::entry_points::counted;
use super::expression::{Checked, constant};
use super::instance::Checker;
use super::parse::span_of;
use super::type_vars::Ty;
use crate::source::{Diagnostic, Span};
use crate::tree::Kind;

impl<'a> Checker<'a> {
    pub(super) fn subscript(
        &mut self,
        node: &'a ExprSubscript,
        at: Span,
    ) -> Result<Checked, Diagnostic> {
        let object = self.expression(&node.value)?;
        let object = self.unwrapped(object);
        if let Expr::Slice(slice) = &*node.slice {
            let mut bound = |part: &'a Option<Box<Expr>>| match part {
                None => Ok(None),
                Some(part) => {
                    let value = self.expression(part)?;
                    Ok::<_, Diagnostic>(Some(Box::new(self.number(value)?.tree)))
                }
            };
            let (start, stop) = (bound(&slice.lower)?, bound(&slice.upper)?);
            let step = bound(&slice.step)?;
            let ty = self.sliced(&object, at)?;
            let kind = Kind::Slice {
                object: Box::new(object.tree),
                start,
                stop,
                step,
            };
            return Ok(self.made(kind, ty, at));
        }
        let index = self.expression(&node.slice)?;
        match object.ty {
            Ty::Dict(ty) => return self.dict_item(object, ty, index, at),
            Ty::Unknown => return Ok(self.made(Kind::None, Ty::Unknown, at)),
            _ => {}
        }
        refuse_several(&node.slice)?;
        let index = self.number(index)?;
        let ty = self.indexed(&object, &index)?;
        let kind = Kind::Index(Box::new(object.tree), Box::new(index.tree));
        Ok(self.made(kind, ty, at))
    }

    fn sliced(&mut self, object: &Checked, at: Span) -> Result<Ty, Diagnostic> {
        Ok(match &object.ty {
            Ty::Unknown => Ty::Unknown,
            Ty::Str => Ty::Str,
            Ty::List(cell) => {
                let items = self.types.items(*cell).clone();
                self.list_of(&items, at)?
            }
            Ty::Tuple(_) | Ty::Row(_) => {
                let item = self.items_of(object, "")?;
                Ty::Row(Box::new(item))
            }
            other => return Err(self.no_items(other, object.tree.span)),
        })
    }

    fn indexed(&mut self, object: &Checked, index: &Checked) -> Result<Ty, Diagnostic> {
        Ok(match &object.ty {
            Ty::Unknown => Ty::Unknown,
            Ty::Str => Ty::Str,
            Ty::List(cell) | Ty::Deque(cell) => self.types.items(*cell).clone(),
            Ty::Range => Ty::Int,
            Ty::Row(item) => (**item).clone(),
            // A fault, unless longer tuples follow.
            Ty::Tuple(items) if items.is_empty() => Ty::Unknown,
            Ty::Tuple(items) => match constant(&index.tree) {
                Some(number) => {
                    let place = if number < 0 {
                        number + items.len() as i64
                    } else {
                        number
                    };
                    let item = usize::try_from(place)
                        .ok()
                        .and_then(|place| items.get(place));
                    item.cloned().ok_or_else(|| {
                        let message = format!(
                            "index {number} is out of range for a tuple of {}",
                            counted(items.len(), "item")
                        );
                        Diagnostic::at(index.tree.span, message).help("the first item has index 0")
                    })?
                }
                None => self.types.one_item(&object.ty).map_err(|_| {
                    let is = self.types.described(&object.ty);
                    Diagnostic::at(
                        index.tree.span,
                        format!(
                            "the items of {is} differ in type, so the index must be an int literal"
                        ),
                    )
                    .help("unpack the tuple: `a, b = pair`")
                })?,
            },
            other => return Err(self.no_items(other, object.tree.span)),
        })
    }
}

/// Rejects `board[r, c]` of a list.
pub(super) fn refuse_several(index: &Expr) -> Result<(), Diagnostic> {
    match index {
        Expr::Tuple(_) => {
            let message = "a list or tuple has one index";
            Err(Diagnostic::at(span_of(index), message).help("write `board[r][c]`"))
        }
        _ => Ok(()),
    }
}
