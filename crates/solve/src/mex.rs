//! The minimum excluded value.

/// A set of Grundy values, of which the least missing one is wanted. Marks by value need neither
/// sorting nor clearing.
#[derive(Debug)]
pub(crate) struct Mex {
    /// By value, the mark of the last set that has it.
    marks: Vec<u32>,
    /// The mark of this set; 0 is that of none.
    mark: u32,
}

impl Mex {
    /// The empty set.
    pub(crate) fn new() -> Mex {
        Mex {
            marks: Vec::new(),
            mark: 1,
        }
    }

    #[inline]
    pub(crate) fn insert(&mut self, value: u32) {
        let value = value as usize;
        if self.marks.len() <= value {
            self.marks.resize(value + 1, 0);
        }
        self.marks[value] = self.mark;
    }

    /// The least value that is missing; the set is empty then.
    #[inline]
    pub(crate) fn take(&mut self) -> u32 {
        let missing = self.marks.iter().position(|mark| *mark != self.mark);
        let missing = missing.unwrap_or(self.marks.len());
        self.mark = self.mark.wrapping_add(1);
        if self.mark == 0 {
            *self = Mex::new();
        }
        missing as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn least_missing_value_is_found_also_when_marks_overflow() {
        let sets: [(&[u32], u32); 5] = [
            (&[], 0),
            (&[0, 1, 3], 2),
            (&[1, 2, 3], 0),
            (&[4, 0, 2, 1, 3, 0], 5),
            (&[2, 0], 1),
        ];
        for first in [1, u32::MAX - 2] {
            let mut mex = Mex::new();
            mex.mark = first;
            for (values, missing) in sets {
                values.iter().for_each(|value| mex.insert(*value));
                assert_eq!(mex.take(), missing, "{values:?}");
            }
        }
    }
}
