//! Runs of equal values: for each cell whether the value changes, then the new one.

use super::{Information, Keyed};

/// The keys are one number each.
pub(super) fn code(keyed: &Keyed, kinds: usize) -> Information {
    let mut points: Vec<(i64, i64, bool)> = Vec::new();
    for (i, (key, value)) in keyed.keys.iter().zip(&keyed.values).enumerate() {
        points.push((key[0], *value, i < keyed.fitted));
    }
    points.sort_unstable();
    let mut information = Information {
        fit: 0.0,
        test: 0.0,
    };
    let mut changes = 0;
    for (i, pair) in points.windows(2).enumerate() {
        let [(_, before, _), (_, value, is_fit)] = *pair else {
            continue;
        };
        // Changes are the exception: this code does not know that values alternate.
        let rate = ((changes + 1) as f64 / (i + 2) as f64).min(0.5);
        let bits = if value == before {
            -(1.0 - rate).log2()
        } else {
            changes += 1;
            (kinds as f64 - 1.0).max(1.0).log2() - rate.log2()
        };
        match is_fit {
            true => information.fit += bits,
            false => information.test += bits,
        }
    }
    information
}
