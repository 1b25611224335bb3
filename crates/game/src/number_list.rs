//! Components of sums as lists of numbers, which table files store.

/// A component that a few numbers determine.
///
/// ```
/// use kibitz_game::NumberList;
///
/// let pile = vec![3, 5];
/// let vector = pile.to_vector(4).unwrap();
/// assert_eq!(vector, [2, 3, 5, 0]);
/// assert_eq!(Vec::of_vector(&vector), Some(pile));
/// ```
pub trait NumberList: Sized {
    /// The numbers.
    fn numbers(&self) -> Vec<u64>;

    /// The component with these numbers; `None` if there is none.
    fn of_numbers(numbers: &[u64]) -> Option<Self>;

    /// The vector by which a table file lists the component: how many numbers it has, these, and
    /// zeros up to `slots` slots; `None` if they are too few. Numbers of 64 bits wrap around.
    fn to_vector(&self, slots: usize) -> Option<Vec<i64>> {
        let numbers = self.numbers();
        let mut vector = Vec::with_capacity(slots.max(numbers.len() + 1));
        vector.push(numbers.len() as i64);
        vector.extend(numbers.into_iter().map(u64::cast_signed));
        (vector.len() <= slots).then(|| {
            vector.resize(slots, 0);
            vector
        })
    }

    /// The component of a vector; `None` if there is none.
    fn of_vector(vector: &[i64]) -> Option<Self> {
        let (count, numbers) = vector.split_first()?;
        let numbers = numbers.get(..usize::try_from(*count).ok()?)?;
        let numbers: Vec<u64> = numbers.iter().map(|n| n.cast_unsigned()).collect();
        Self::of_numbers(&numbers)
    }
}

impl NumberList for u64 {
    fn numbers(&self) -> Vec<u64> {
        vec![*self]
    }

    fn of_numbers(numbers: &[u64]) -> Option<u64> {
        match numbers {
            [number] => Some(*number),
            _ => None,
        }
    }
}

impl NumberList for Vec<u64> {
    fn numbers(&self) -> Vec<u64> {
        self.clone()
    }

    fn of_numbers(numbers: &[u64]) -> Option<Vec<u64>> {
        Some(numbers.to_vec())
    }
}
