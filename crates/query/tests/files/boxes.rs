//! boxes.py.

use crate::files::{compare, example};

#[test]
fn small_boxes_agree() {
    let built_in = kibitz_query::open("boxes", []).unwrap();
    for (boxes, max) in [(7, 2), (4, 6), (9, 1), (12, 0)] {
        let mut pairs = Vec::new();
        let mut counts = vec![0u32; boxes];
        loop {
            let texts: Vec<String> = counts.iter().map(u32::to_string).collect();
            pairs.push((texts.join(" "), format!("cards={counts:?}")));
            let Some(place) = counts.iter().position(|count| *count < max) else {
                break;
            };
            counts[place] += 1;
            counts[..place].fill(0);
        }
        let start = format!("{:?}", vec![1; boxes]);
        let file = example("boxes", &[("boxes", &start)]);
        compare(&built_in, &file, &pairs);
    }
}
