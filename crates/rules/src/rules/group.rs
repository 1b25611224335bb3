//! The symmetries of a board: permutations of cells, and what they make of a
//! set of cells.

/// Cells are the bits of a number that is not negative.
pub(super) const MOST_CELLS: usize = 63;

/// A group with more elements is not written out.
const MOST_ELEMENTS: usize = 64;
/// No set of cells has more images.
const MOST_IMAGES: usize = 1 << 20;

/// What becomes of each cell.
pub(super) type Permutation = [u8; MOST_CELLS];

/// The group that some permutations generate.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    /// The cells that it knows: no permutation leads out of them.
    pub(super) cells: u64,
    generators: Vec<Images>,
    /// All elements but the identity, where they are few.
    elements: Option<Vec<Images>>,
}

impl Group {
    /// The group of permutations that keep to these cells.
    pub(super) fn new(cells: u64, generators: &[Permutation]) -> Group {
        let elements = elements(generators);
        let images = |all: &[Permutation]| all.iter().map(|p| Images::new(p, cells)).collect();
        Group {
            cells,
            generators: images(generators),
            elements: elements.map(|all| images(&all)),
        }
    }

    /// The least image of a set; nothing where there are too many to look at.
    pub(super) fn least(&self, set: u64) -> Option<u64> {
        match &self.elements {
            Some(elements) => {
                let images = elements.iter().map(|element| element.of(set));
                Some(images.fold(set, u64::min))
            }
            None => self.orbit(set)?.into_iter().min(),
        }
    }

    /// Every image of a set once; nothing where there are too many.
    pub(super) fn orbit(&self, set: u64) -> Option<Vec<u64>> {
        let mut met = std::collections::HashSet::from([set]);
        let mut orbit = vec![set];
        let mut next = 0;
        while let Some(&set) = orbit.get(next) {
            next += 1;
            for generator in &self.generators {
                let image = generator.of(set);
                if met.insert(image) {
                    orbit.push(image);
                }
            }
            if orbit.len() > MOST_IMAGES {
                return None;
            }
        }
        Some(orbit)
    }
}

/// All products of the generators but the identity, if they are few.
fn elements(generators: &[Permutation]) -> Option<Vec<Permutation>> {
    let identity: Permutation = std::array::from_fn(|cell| cell as u8);
    let mut all = vec![identity];
    let mut next = 0;
    while let Some(element) = all.get(next).copied() {
        next += 1;
        for generator in generators {
            let product = element.map(|cell| generator[usize::from(cell)]);
            if !all.contains(&product) {
                all.push(product);
            }
        }
        if all.len() > MOST_ELEMENTS {
            return None;
        }
    }
    all.remove(0);
    Some(all)
}

/// A permutation made ready for sets: the images of eight cells at a time.
#[derive(Clone, Debug)]
struct Images(Vec<[u64; 256]>);

impl Images {
    fn new(permutation: &Permutation, cells: u64) -> Images {
        let bytes = (u64::BITS - cells.leading_zeros()).div_ceil(8) as usize;
        let image = |byte: usize, set: usize| {
            let inside = (0..8).filter(|bit| set >> bit & 1 == 1);
            let cells = inside.filter_map(|bit| permutation.get(8 * byte + bit));
            cells.fold(0, |image, cell| image | 1 << cell)
        };
        let table = |byte| std::array::from_fn(|set| image(byte, set));
        Images((0..bytes).map(table).collect())
    }

    fn of(&self, set: u64) -> u64 {
        let bytes = self.0.iter().zip(set.to_le_bytes());
        bytes.fold(0, |image, (table, byte)| image | table[usize::from(byte)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cycle(length: u8) -> Permutation {
        std::array::from_fn(|cell| match cell as u8 {
            cell if cell < length => (cell + 1) % length,
            cell => cell,
        })
    }

    fn swap() -> Permutation {
        std::array::from_fn(|cell| match cell as u8 {
            0 => 1,
            1 => 0,
            cell => cell,
        })
    }

    #[test]
    fn a_turn_has_the_images_that_it_makes_again_and_again() {
        let group = Group::new(0b1111, &[cycle(4)]);
        assert_eq!(group.least(0b1100), Some(0b0011));
        assert_eq!(group.orbit(0b0101).map(|orbit| orbit.len()), Some(2));
        assert_eq!(group.least(0), Some(0));
    }

    #[test]
    fn large_groups_are_looked_at_set_by_set() {
        // All 12! permutations of twelve cells: sets of one size are alike.
        let group = Group::new((1 << 12) - 1, &[cycle(12), swap()]);
        assert!(group.elements.is_none());
        for set in [0b1000_0000_0001, 0b0110_0000_0000] {
            assert_eq!(group.least(set), Some(0b11));
            assert_eq!(group.orbit(set).map(|orbit| orbit.len()), Some(66));
        }
    }

    #[test]
    fn small_and_large_groups_agree_where_both_ways_are_open() {
        let mut group = Group::new((1 << 10) - 1, &[cycle(10)]);
        let small: Vec<_> = (0..1 << 10).map(|set| group.least(set)).collect();
        group.elements = None;
        let large: Vec<_> = (0..1 << 10).map(|set| group.least(set)).collect();
        assert_eq!(small, large);
    }
}
