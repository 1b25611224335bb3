//! piles.py.

use crate::files::{compare, example};

/// A deterministic pseudo-random generator (LCG).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// A position, given by the heights of the piles, in both notations.
fn position(piles: &[Vec<u64>], heights: &[usize]) -> (String, String) {
    let own = piles.iter().zip(heights).map(|(pile, height)| {
        let cards: Vec<String> = pile[..*height].iter().map(u64::to_string).collect();
        if cards.is_empty() {
            "-".to_owned()
        } else {
            cards.join(" ")
        }
    });
    let other = heights
        .iter()
        .zip(0..)
        .map(|(height, pile): (_, usize)| format!("pile={pile} height={height}"));
    (
        own.collect::<Vec<_>>().join("/"),
        other.collect::<Vec<_>>().join(" + "),
    )
}

#[test]
fn every_height_of_many_piles_agrees() {
    let mut random = Random(7);
    for _ in 0..60 {
        let count = 1 + random.below(3) as usize;
        let piles: Vec<Vec<u64>> = (0..count)
            .map(|_| {
                let height = 1 + random.below(7);
                (0..height).map(|_| 1 + random.below(4)).collect()
            })
            .collect();
        let k = random.below(4).to_string();
        let text = format!("{piles:?}");
        let built_in = kibitz_query::open("piles", [("k", &*k)]).unwrap();
        let file = example("piles", &[("k", &k), ("piles", &text)]);
        let mut pairs = Vec::new();
        let mut heights = vec![0; piles.len()];
        loop {
            pairs.push(position(&piles, &heights));
            let lower = |i: &usize| heights[*i] < piles[*i].len();
            let Some(place) = (0..heights.len()).find(lower) else {
                break;
            };
            heights[place] += 1;
            heights[..place].fill(0);
        }
        compare(&built_in, &file, &pairs);
    }
}
