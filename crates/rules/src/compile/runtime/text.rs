//! Operations on texts. Arguments and results are lists of code points, unless
//! they are called words.

use super::{ListObject, Runtime, with_room};
use crate::compile::context::{Context, Status};
use crate::compile::layout::{CODE_POINTS, EMPTY_TEXT, Layout, code_points};
use crate::interpret::is_space;
use crate::tree::TextMethod;

/// The characters of a text: its word.
pub(in crate::compile) const CHARACTERS: Runtime = Runtime(|| characters as *const () as usize);
/// The word of a text: its characters.
pub(in crate::compile) const TEXT_WORD: Runtime = Runtime(|| text_word as *const () as usize);
/// Compares two texts: their words. Stores -1, 0 or 1.
pub(in crate::compile) const TEXT_ORDER: Runtime = Runtime(|| text_order as *const () as usize);
/// Searches a text for a part. Stores the place, or -1.
pub(in crate::compile) const TEXT_FIND: Runtime = Runtime(|| text_find as *const () as usize);
/// The same from the end.
pub(in crate::compile) const TEXT_FIND_LAST: Runtime =
    Runtime(|| text_find_last as *const () as usize);
/// Counts a part of a text, without overlaps.
pub(in crate::compile) const TEXT_COUNT: Runtime = Runtime(|| text_count as *const () as usize);
/// Replaces a part: the text, the part, its replacement.
pub(in crate::compile) const TEXT_REPLACE: Runtime = Runtime(|| text_replace as *const () as usize);
/// A list of the words of pieces: the text, the separator or 0.
pub(in crate::compile) const TEXT_SPLIT: Runtime = Runtime(|| text_split as *const () as usize);
/// Removes characters at the ends: the text, the characters or 0, which ends.
pub(in crate::compile) const TEXT_STRIP: Runtime = Runtime(|| text_strip as *const () as usize);
/// ASCII text in upper or lower case: the text, whether in upper case.
pub(in crate::compile) const TEXT_CASE: Runtime = Runtime(|| text_case as *const () as usize);
/// Whether ASCII text is of a class: the text, the method's number.
pub(in crate::compile) const TEXT_CLASS: Runtime = Runtime(|| text_class as *const () as usize);
/// The number that a text is.
pub(in crate::compile) const TEXT_PARSE: Runtime = Runtime(|| text_parse as *const () as usize);
/// Concatenates texts: a list of their words, the separator.
pub(in crate::compile) const TEXT_JOIN: Runtime = Runtime(|| text_join as *const () as usize);
/// The decimal digits of a number.
pub(in crate::compile) const TEXT_OF_NUMBER: Runtime =
    Runtime(|| text_of_number as *const () as usize);

/// Bits of the last argument of `text_strip`.
pub(in crate::compile) const AT_START: i64 = 1;
/// See [`AT_START`].
pub(in crate::compile) const AT_END: i64 = 2;

// All functions below are called only by generated code. It passes addresses of
// lists of the running call (or of the module), words of such texts, and its own
// context. Texts are never modified.

/// The code points of a list.
///
/// # Safety
///
/// There is a list of numbers at the address, which is not modified while the
/// slice is in use.
unsafe fn codes<'a>(list: i64) -> &'a [i64] {
    // SAFETY: guaranteed by the caller.
    unsafe { ListObject::at(list).items(1) }
}

impl Context {
    /// A new list of numbers.
    fn copied(&mut self, numbers: &[i64]) -> Option<i64> {
        self.spend(numbers.len())?;
        let list = self.new_list(numbers.len(), 1)?;
        // SAFETY: the list is new and has as many items of one word.
        unsafe { list.items_mut(1) }.copy_from_slice(numbers);
        Some(list.0 as i64)
    }

    /// Stores a new list of numbers as the result.
    fn give(&mut self, numbers: &[i64]) -> Option<()> {
        self.results[0] = self.copied(numbers)?;
        Some(())
    }

    /// The word of a new text.
    fn word_of(&mut self, codes: &[i64]) -> Option<i64> {
        match codes {
            [] => Some(EMPTY_TEXT),
            [only] => Some(*only),
            _ => self.copied(codes),
        }
    }
}

unsafe extern "C" fn characters(context: *mut Context, word: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        with_room(context, |context| {
            if word < CODE_POINTS {
                return context.give(code_points(&raw const word));
            }
            // Its list can be shared, since nothing modifies it.
            context.results[0] = word;
            Some(())
        })
    }
}

unsafe extern "C" fn text_word(context: *mut Context, list: i64) -> Status {
    // SAFETY: see above.
    let word = match unsafe { codes(list) } {
        [] => EMPTY_TEXT,
        [only] => *only,
        _ => list,
    };
    // SAFETY: see above.
    unsafe { (*context).results[0] = word };
    Status::Done
}

unsafe extern "C" fn text_order(context: *mut Context, a: i64, b: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let context = &mut *context;
        let order = Layout::Text.compare(&raw const a, &raw const b, &mut context.fuel);
        context.results[0] = order as i64;
        context.status()
    }
}

/// Stores a number that is found by comparing a text with a part at all places.
unsafe fn search(
    context: *mut Context,
    (text, part): (i64, i64),
    find: impl FnOnce(&[i64], &[i64]) -> i64,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let (text, part) = (codes(text), codes(part));
        let steps = text.len().saturating_mul(part.len().max(1));
        if (*context).spend(steps).is_none() {
            return Status::Fault;
        }
        (*context).results[0] = find(text, part);
    }
    Status::Done
}

unsafe extern "C" fn text_find(context: *mut Context, text: i64, part: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        search(context, (text, part), |text, part| match part {
            [] => 0,
            _ => place(text.windows(part.len()).position(|here| here == part)),
        })
    }
}

unsafe extern "C" fn text_find_last(context: *mut Context, text: i64, part: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        search(context, (text, part), |text, part| match part {
            [] => text.len() as i64,
            _ => place(text.windows(part.len()).rposition(|here| here == part)),
        })
    }
}

fn place(found: Option<usize>) -> i64 {
    found.map_or(-1, |at| at as i64)
}

unsafe extern "C" fn text_count(context: *mut Context, text: i64, part: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        search(context, (text, part), |text, part| match part {
            [] => text.len() as i64 + 1,
            _ => pieces(text, part).count() as i64 - 1,
        })
    }
}

/// The pieces of a text between the occurrences of a part that is not empty.
fn pieces<'t>(text: &'t [i64], part: &'t [i64]) -> impl Iterator<Item = &'t [i64]> + Clone {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let own = rest?;
        let at = own.windows(part.len()).position(|here| here == part);
        rest = at.map(|at| &own[at + part.len()..]);
        Some(at.map_or(own, |at| &own[..at]))
    })
}

unsafe extern "C" fn text_replace(context: *mut Context, text: i64, old: i64, new: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let (text, old, new) = (codes(text), codes(old), codes(new));
        with_room(context, |context| {
            context.spend(text.len().saturating_mul(old.len().max(1)))?;
            // Without an old part, the new one is around every character.
            let parts: Vec<&[i64]> = match old {
                [] => std::iter::once(&[][..])
                    .chain(text.chunks(1))
                    .chain([&[][..]])
                    .collect(),
                _ => pieces(text, old).collect(),
            };
            context.join(parts.into_iter(), new)
        })
    }
}

impl Context {
    /// Stores the concatenation of texts as the result.
    fn join<'t>(
        &mut self,
        parts: impl ExactSizeIterator<Item = &'t [i64]> + Clone,
        separator: &[i64],
    ) -> Option<()> {
        let gaps = parts.len().saturating_sub(1);
        let length = parts.clone().map(<[i64]>::len).sum::<usize>();
        let length = length.saturating_add(gaps.saturating_mul(separator.len()));
        self.spend(length.saturating_add(parts.len()))?;
        let list = self.new_list(length, 1)?;
        // SAFETY: the list is new and has as many items as are written.
        let mut to = unsafe { list.items_mut(1) };
        for (number, part) in parts.enumerate() {
            for piece in [if number == 0 { &[] } else { separator }, part] {
                let (own, rest) = to.split_at_mut(piece.len());
                own.copy_from_slice(piece);
                to = rest;
            }
        }
        self.results[0] = list.0 as i64;
        Some(())
    }
}

unsafe extern "C" fn text_join(context: *mut Context, texts: i64, separator: i64) -> Status {
    // SAFETY: see above; the items are words of texts.
    unsafe {
        let (texts, separator) = (codes(texts), codes(separator));
        let parts = texts.iter().map(|word| code_points(word));
        with_room(context, |context| context.join(parts, separator))
    }
}

unsafe extern "C" fn text_split(context: *mut Context, text: i64, separator: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let text = codes(text);
        let separator = (separator != 0).then(|| codes(separator));
        if separator.is_some_and(<[i64]>::is_empty) {
            return Status::Fault;
        }
        with_room(context, |context| {
            let size = separator.map_or(1, <[i64]>::len);
            context.spend(text.len().saturating_mul(size))?;
            let parts: Vec<&[i64]> = match separator {
                Some(separator) => pieces(text, separator).collect(),
                None => {
                    let words = text.split(|&code| is_space(letter(code)));
                    words.filter(|word| !word.is_empty()).collect()
                }
            };
            let words: Option<Vec<i64>> = parts.iter().map(|part| context.word_of(part)).collect();
            context.give(&words?)
        })
    }
}

/// The character of a code point.
fn letter(code: i64) -> char {
    let code = u32::try_from(code).ok().and_then(char::from_u32);
    code.unwrap_or(char::REPLACEMENT_CHARACTER)
}

unsafe extern "C" fn text_strip(
    context: *mut Context,
    text: i64,
    letters: i64,
    ends: i64,
) -> Status {
    // SAFETY: see above.
    unsafe {
        let mut text = codes(text);
        let letters = (letters != 0).then(|| codes(letters));
        let is_stripped = |code: &i64| match letters {
            Some(letters) => letters.contains(code),
            None => is_space(letter(*code)),
        };
        with_room(context, |context| {
            let size = letters.map_or(1, |letters| letters.len().max(1));
            context.spend(text.len().saturating_mul(size))?;
            if ends & AT_START != 0 {
                let start = text.iter().position(|code| !is_stripped(code));
                text = &text[start.unwrap_or(text.len())..];
            }
            if ends & AT_END != 0 {
                let last = text.iter().rposition(|code| !is_stripped(code));
                text = &text[..last.map_or(0, |last| last + 1)];
            }
            context.give(text)
        })
    }
}

/// The bytes of ASCII text; `None` for other text, for which the interpreter
/// is called.
fn ascii(text: &[i64]) -> Option<Vec<u8>> {
    let byte = |&code: &i64| u8::try_from(code).ok().filter(u8::is_ascii);
    text.iter().map(byte).collect()
}

unsafe extern "C" fn text_case(context: *mut Context, text: i64, is_upper: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let Some(mut bytes) = ascii(codes(text)) else {
            return Status::Fault;
        };
        match is_upper {
            0 => bytes.make_ascii_lowercase(),
            _ => bytes.make_ascii_uppercase(),
        }
        let changed: Vec<i64> = bytes.into_iter().map(i64::from).collect();
        with_room(context, |context| context.give(&changed))
    }
}

unsafe extern "C" fn text_class(context: *mut Context, text: i64, method: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let Some(bytes) = ascii(codes(text)) else {
            return Status::Fault;
        };
        if (*context).spend(bytes.len()).is_none() {
            return Status::Fault;
        }
        let any = |is: fn(&u8) -> bool| bytes.iter().any(is);
        let all = |is: fn(&u8) -> bool| !bytes.is_empty() && bytes.iter().all(is);
        let (has_upper, has_lower) = (any(u8::is_ascii_uppercase), any(u8::is_ascii_lowercase));
        let is = |one: TextMethod| one as i64 == method;
        let holds = match () {
            () if is(TextMethod::IsDigit) => all(u8::is_ascii_digit),
            () if is(TextMethod::IsAlpha) => all(u8::is_ascii_alphabetic),
            () if is(TextMethod::IsAlphanumeric) => all(u8::is_ascii_alphanumeric),
            () if is(TextMethod::IsUpper) => has_upper && !has_lower,
            () => has_lower && !has_upper,
        };
        (*context).results[0] = i64::from(holds);
    }
    Status::Done
}

unsafe extern "C" fn text_parse(context: *mut Context, text: i64) -> Status {
    // SAFETY: see above.
    unsafe {
        let text: String = codes(text).iter().map(|&code| letter(code)).collect();
        let (spent, number) = ((*context).spend(text.len()), text.trim().parse());
        match (spent, number) {
            (Some(()), Ok(number)) => (*context).results[0] = number,
            _ => return Status::Fault,
        }
    }
    Status::Done
}

unsafe extern "C" fn text_of_number(context: *mut Context, number: i64) -> Status {
    let digits: Vec<i64> = number.to_string().bytes().map(i64::from).collect();
    // SAFETY: see above.
    unsafe { with_room(context, |context| context.give(&digits)) }
}
