//! Positions in fewer words, for enumeration: several slots share a word.
//!
//! The slots of a string or a nested list are small numbers, and an engine's
//! time grows with the number of slots. So the numbers that occur in sampled
//! positions are learned, and each slot gets as many bits as they need. A
//! position with other numbers has no words; the codec is then learned again.
//!
//! Codes ascend with the numbers, and earlier slots have higher bits, so words
//! are ordered as the slots are.

use super::{FieldKind, Packing, Shape};

/// Bits of a word that slots share; the sign is not used.
const WORD_BITS: u32 = 63;
/// The most letters that get codes in their order; otherwise a range of numbers
/// does.
const MAX_LETTERS: usize = 64;
/// Letters above this get no such codes: the table of their codes would be large.
const MAX_LETTER: i64 = 1 << 10;
/// No code, in [`Numbers::Letters`].
pub(crate) const NO_CODE: u8 = u8::MAX;

/// What is known about the numbers in slots of one kind, e.g. all characters of
/// a string.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Seen {
    /// Any number is possible.
    Any,
    /// The least and the largest.
    Range(i64, i64),
    /// Characters, in ascending order.
    Letters(Vec<i64>),
}

/// The numbers seen in each slot of some positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sampled {
    /// By kind of slot; a range without numbers is empty.
    kinds: Vec<Seen>,
    /// The kind of each slot.
    slots: Vec<usize>,
}

/// How the numbers in slots of one kind are stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Numbers {
    /// As they are, in a word of their own.
    Any,
    /// Less this number.
    From(i64),
    /// By tables from codes to letters, of a power of two letters, and from
    /// letters to codes or [`NO_CODE`].
    Letters(Box<[i64]>, Box<[u8]>),
}

/// The bits of a slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    /// The kind of slot.
    pub(crate) kind: usize,
    /// Its word.
    pub(crate) word: usize,
    /// The position of its lowest bit.
    pub(crate) shift: u32,
    /// The number of bits: 64 for any number.
    pub(crate) width: u32,
}

/// The assignment of slots to words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codec {
    numbers: Vec<Numbers>,
    places: Vec<Place>,
    words: usize,
}

impl Sampled {
    /// Nothing seen yet of positions of a shape; `None` if sharing words would
    /// not shorten them.
    pub(crate) fn new(shape: &Shape) -> Option<Sampled> {
        let mut sampled = Sampled {
            kinds: Vec::new(),
            slots: Vec::new(),
        };
        let mut is_shorter = false;
        for field in &shape.fields {
            let slots = match &field.kind {
                FieldKind::Int | FieldKind::List(_) | FieldKind::Row(_) => {
                    vec![sampled.kind(Seen::Any); field.kind.slots()]
                }
                FieldKind::Bool => vec![sampled.kind(EMPTY)],
                FieldKind::Value(packing) => sampled.slots_of(packing),
            };
            is_shorter |= matches!(field.kind, FieldKind::Value(_)) && slots.len() > 2;
            sampled.slots.extend(slots);
        }
        is_shorter.then_some(sampled)
    }

    fn kind(&mut self, seen: Seen) -> usize {
        self.kinds.push(seen);
        self.kinds.len() - 1
    }

    /// The kinds of the slots of a packing.
    fn slots_of(&mut self, packing: &Packing) -> Vec<usize> {
        match packing {
            Packing::Int | Packing::Bool => vec![self.kind(EMPTY)],
            Packing::None => Vec::new(),
            Packing::Str(room) => {
                let (length, letter) = (self.kind(EMPTY), self.kind(Seen::Letters(Vec::new())));
                let mut slots = vec![length];
                slots.resize(1 + room.most(), letter);
                slots
            }
            Packing::Optional(inner) => {
                let mut slots = vec![self.kind(EMPTY)];
                slots.extend(self.slots_of(inner));
                slots
            }
            Packing::Tuple(items) => {
                let slots = items.iter().flat_map(|item| self.slots_of(item));
                slots.collect()
            }
            Packing::Sequence { item, room, .. } => {
                let mut slots = vec![self.kind(EMPTY)];
                let item = self.slots_of(item);
                (0..room.most()).for_each(|_| slots.extend(&item));
                slots
            }
        }
    }

    /// Includes the slots of a position.
    pub(crate) fn cover(&mut self, row: &[i64]) {
        for (&number, &kind) in row.iter().zip(&self.slots) {
            self.kinds[kind].cover(number);
        }
    }

    /// Allows for more numbers than were seen, so that those that grow seldom
    /// outgrow the codec.
    pub(crate) fn widen(&mut self) {
        for kind in &mut self.kinds {
            if let Seen::Range(least, most) = kind
                && least < most
            {
                *least = (*least).min(0);
                *most = most.saturating_add(most.saturating_sub(*least).saturating_mul(3));
            }
        }
    }
}

/// A range that is still empty.
const EMPTY: Seen = Seen::Range(i64::MAX, i64::MIN);

impl Seen {
    fn cover(&mut self, number: i64) {
        match self {
            Seen::Any => {}
            Seen::Range(least, most) => {
                (*least, *most) = ((*least).min(number), (*most).max(number));
            }
            Seen::Letters(letters) => {
                if let Err(place) = letters.binary_search(&number) {
                    letters.insert(place, number);
                    let (least, most) = (letters[0], letters[letters.len() - 1]);
                    if letters.len() > MAX_LETTERS || most > MAX_LETTER {
                        *self = Seen::Range(least, most);
                    }
                }
            }
        }
    }

    /// How such numbers are stored, and in how many bits.
    fn numbers(&self) -> (Numbers, u32) {
        match self {
            Seen::Any => (Numbers::Any, u64::BITS),
            // A slot that no position uses: it is always 0.
            Seen::Range(least, most) if least > most => (Numbers::From(0), 0),
            Seen::Letters(letters) if letters.is_empty() => (Numbers::From(0), 0),
            Seen::Range(least, most) => match most.checked_sub(*least) {
                Some(span) if bits(span) <= WORD_BITS / 2 => (Numbers::From(*least), bits(span)),
                _ => (Numbers::Any, u64::BITS),
            },
            Seen::Letters(letters) => {
                let width = bits(letters.len() as i64 - 1);
                let last = letters[letters.len() - 1];
                let mut codes = vec![NO_CODE; last as usize + 1].into_boxed_slice();
                for (code, &letter) in letters.iter().enumerate() {
                    codes[letter as usize] = code as u8;
                }
                let mut letters = letters.clone();
                letters.resize(1 << width, last);
                (Numbers::Letters(letters.into(), codes), width)
            }
        }
    }
}

/// The number of bits of a number that is not negative.
fn bits(number: i64) -> u32 {
    u64::BITS - number.leading_zeros()
}

impl Numbers {
    /// The code of a number; `None` if it has none of this width.
    pub(crate) fn code(&self, number: i64, width: u32) -> Option<i64> {
        match self {
            Numbers::Any => Some(number),
            Numbers::From(least) => {
                let code = number.checked_sub(*least).filter(|code| *code >= 0)?;
                (bits(code) <= width).then_some(code)
            }
            Numbers::Letters(_, codes) => {
                let code = codes.get(usize::try_from(number).ok()?)?;
                (*code != NO_CODE).then_some(i64::from(*code))
            }
        }
    }

    fn number(&self, code: i64) -> i64 {
        match self {
            Numbers::Any => code,
            Numbers::From(least) => least.wrapping_add(code),
            Numbers::Letters(letters, _) => letters[code as usize % letters.len()],
        }
    }
}

impl Codec {
    /// A codec of all positions whose numbers were seen; `None` if it would not
    /// shorten them.
    pub(crate) fn new(sampled: &Sampled) -> Option<Codec> {
        let all: Vec<(Numbers, u32)> = sampled.kinds.iter().map(Seen::numbers).collect();
        let mut places: Vec<Place> = Vec::new();
        // Bits used of each word.
        let mut used: Vec<u32> = Vec::new();
        for &kind in &sampled.slots {
            let width = all[kind].1;
            match used.last_mut() {
                Some(bits) if *bits + width <= WORD_BITS => *bits += width,
                _ => used.push(width),
            }
            let word = used.len() - 1;
            places.push(Place {
                kind,
                word,
                // From the top, until the number of bits is known.
                shift: used[word],
                width,
            });
        }
        for place in &mut places {
            place.shift = used[place.word] - place.shift;
        }
        (used.len() < places.len()).then(|| Codec {
            numbers: all.into_iter().map(|(numbers, _)| numbers).collect(),
            places,
            words: used.len(),
        })
    }

    /// The number of words of a position.
    #[must_use]
    pub fn words(&self) -> usize {
        self.words
    }

    /// Where the slots are, in their order.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }

    /// How the numbers of a slot are stored.
    pub(crate) fn numbers(&self, place: Place) -> &Numbers {
        &self.numbers[place.kind]
    }

    /// The words of a position; `None` if it has none. Slots after those of the
    /// shape, as for the player to move, are kept as they are.
    #[must_use]
    pub fn encode(&self, row: &[i64]) -> Option<Vec<i64>> {
        let mut words = Vec::with_capacity(self.words + 1);
        let (row, more) = row.split_at(self.places.len());
        self.append_words(row, &mut words).then(|| {
            words.extend(more);
            words
        })
    }

    /// The position of words.
    #[must_use]
    pub fn decode(&self, words: &[i64]) -> Vec<i64> {
        let mut row = Vec::with_capacity(self.places.len() + 1);
        let (words, more) = words.split_at(self.words);
        self.append_slots(words, &mut row);
        row.extend(more);
        row
    }

    /// Appends the words of a position; returns whether it has some.
    pub(crate) fn append_words(&self, row: &[i64], words: &mut Vec<i64>) -> bool {
        let begin = words.len();
        words.resize(begin + self.words, 0);
        row.iter().zip(&self.places).all(|(&number, &place)| {
            let code = self.numbers(place).code(number, place.width);
            code.inspect(|code| words[begin + place.word] |= code << place.shift)
                .is_some()
        })
    }

    /// Appends the slots of a position.
    pub(crate) fn append_slots(&self, words: &[i64], row: &mut Vec<i64>) {
        row.extend(self.places.iter().map(|&place| {
            let code = words[place.word] >> place.shift;
            let mask = match place.width {
                u64::BITS => -1,
                width => (1 << width) - 1,
            };
            self.numbers(place).number(code & mask)
        }));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::shape::{Field, Room};

    fn board(letters: &[&str]) -> (Sampled, Vec<Vec<i64>>) {
        let mut room = Room::NONE;
        letters.iter().for_each(|text| room.cover(text.len()));
        let kinds = [
            FieldKind::Value(Arc::new(Packing::Str(room))),
            FieldKind::Int,
            FieldKind::Bool,
        ];
        let fields = kinds.map(|kind| Field {
            name: "field".to_owned(),
            kind,
        });
        let shape = Shape {
            fields: fields.into(),
        };
        let mut sampled = Sampled::new(&shape).expect("a string is shortened");
        let rows: Vec<Vec<i64>> = letters
            .iter()
            .enumerate()
            .map(|(number, text)| {
                let mut row = vec![text.len() as i64];
                row.extend(text.bytes().map(i64::from));
                row.resize(1 + room.most(), 0);
                row.extend([-(number as i64), number as i64 % 2]);
                row
            })
            .collect();
        rows.iter().for_each(|row| sampled.cover(row));
        (sampled, rows)
    }

    #[test]
    fn words_have_the_order_of_slots() {
        let texts = ["", "x", "o.", ".ox", "xxo", "..o", "ooo", "x.", "."];
        let (sampled, rows) = board(&texts);
        let codec = Codec::new(&sampled).expect("shorter");
        assert_eq!(codec.words(), 3, "the text, the number, the bool");
        let words = |row: &Vec<i64>| codec.encode(row).expect("sampled");
        for a in &rows {
            assert_eq!(codec.decode(&words(a)), *a);
            for b in &rows {
                assert_eq!(words(a).cmp(&words(b)), a.cmp(b), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn other_numbers_have_no_words() {
        let (sampled, rows) = board(&["xo", "x.", "o.", "..."]);
        let codec = Codec::new(&sampled).expect("shorter");
        for (slot, other) in [(0, 4), (0, -1), (1, i64::from(b'n')), (2, i64::MAX), (5, 2)] {
            let mut row = rows[0].clone();
            row[slot] = other;
            assert_eq!(codec.encode(&row), None, "{other} in {slot}");
        }
    }
}
