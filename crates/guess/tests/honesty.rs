//! Tables without a law: random, perturbed and short ones, and sequences of games that
//! have no known law.

mod classes;

use classes::{CLASSES, Dice};
use kibitz_bruteforce::{Random, rounds};
use kibitz_guess::{Axis, Law, Table, guess};

/// The law of a table, as it is reported.
fn law(table: &Table) -> Option<Law> {
    guess(table).law(table).cloned()
}

fn table(lens: &[usize], mut value: impl FnMut(&[i64]) -> i64) -> Table {
    let names = ["a", "b", "c"];
    let axes = lens
        .iter()
        .zip(names)
        .map(|(len, name)| Axis::new(name, 0, *len).unwrap());
    let axes: Vec<Axis> = axes.collect();
    let total: usize = lens.iter().product();
    let mut cells = Vec::new();
    for mut cell in 0..total {
        let mut place = vec![0; lens.len()];
        for (x, len) in place.iter_mut().zip(lens).rev() {
            *x = (cell % len) as i64;
            cell /= len;
        }
        cells.push(Some(value(&place)));
    }
    Table::of_numbers(axes, cells).unwrap()
}

const SHAPES: [&[usize]; 6] = [&[200], &[60], &[24], &[12, 12], &[20, 6], &[6, 6, 6]];

/// Fewer than one random table in a thousand has a law. There are at least 1,000 tables,
/// so that one of them is too many.
#[test]
fn random_tables_have_no_law() {
    let mut random = Random(20);
    let mut found = Vec::new();
    let total = rounds(1_000, 30_000);
    for i in 0..total {
        let kinds = [2, 2, 3, 5, 10, 50][i / SHAPES.len() % 6];
        let bias = i / (6 * SHAPES.len()) % 3;
        let table = table(SHAPES[i % SHAPES.len()], |_| {
            // Some tables have a frequent value.
            let draws = (0..=bias).map(|_| (random.bits() % kinds) as i64);
            draws.min().unwrap()
        });
        found.extend(law(&table).map(|law| format!("{i}: {}", law.text())));
    }
    assert!(found.len() * 1_000 < total, "{found:?}");
}

/// Fewer than one table in a thousand of every class has a law. Tables whose values happen
/// to be those of a law are not counted: constants and, of swaps, the identity.
#[test]
fn random_tables_with_structure_have_no_law() {
    let mut problems = Vec::new();
    for (number, (name, random_table)) in (23..).zip(CLASSES) {
        let mut dice = Dice(Random(number));
        let mut found = Vec::new();
        let total = rounds(150, 10_000);
        for i in 0..total {
            let table = random_table(&mut dice);
            let trivial = |law: &Law| law.exceptions().is_empty() && is_trivial(&table);
            let reported = law(&table).filter(|law| !trivial(law));
            found.extend(reported.map(|law| format!("{i}: {}", law.text())));
        }
        eprintln!("{name}: {} of {total}", found.len());
        if found.len() * 1_000 >= total {
            problems.push(format!("{name}: {} of {total}: {found:#?}", found.len()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// Whether a table is constant or the identity.
fn is_trivial(table: &Table) -> bool {
    let values: Vec<i64> = table.cells().iter().flatten().copied().collect();
    values.iter().all(|v| *v == values[0]) || values.iter().zip(0..).all(|(v, i)| *v == i)
}

/// Laws of many families, as functions of up to three numbers.
const LAWS: [fn(&[i64]) -> i64; 10] = [
    |p| p.iter().sum::<i64>() % 4,
    |p| p.iter().fold(0, |sum, x| sum ^ x),
    |p| p.iter().max().unwrap() / 2,
    |p| i64::from(p[0] % 3 == 1),
    |p| i64::from(p.iter().sum::<i64>().count_ones()) % 2,
    |p| i64::from(p.iter().min() == p.iter().max()),
    |p| p[0] + p[p.len() - 1] % 2,
    |p| i64::from((p[0] * 7 + 3) % 5 < 2),
    |p| p[0] / 3 + p[0] % 3,
    |p| p.iter().map(|x| x % 3).sum(),
];

/// Tables that are long enough for most of these laws.
const LONG_SHAPES: [&[usize]; 6] = [&[200], &[60], &[40], &[20, 20], &[24, 12], &[9, 9, 9]];

/// A law that holds everywhere but at one cell that it is tested on is not reported as
/// if it held; what is reported, with its exceptions, describes every cell.
#[test]
fn perturbed_tables_are_noticed() {
    let mut random = Random(21);
    let (mut refuted, mut false_laws, total) = (0, Vec::new(), rounds(300, 12_000));
    for i in 0..total {
        let law = LAWS[i % LAWS.len()];
        let shape = LONG_SHAPES[i / LAWS.len() % LONG_SHAPES.len()];
        // In the last sixth of some axis, where no law is fitted.
        let axis = (random.bits() % shape.len() as u64) as usize;
        let mut wrong: Vec<i64> = shape
            .iter()
            .map(|len| (random.bits() % *len as u64) as i64)
            .collect();
        wrong[axis] = (shape[axis] - 1) as i64 - (random.bits() % (shape[axis] as u64 / 6)) as i64;
        let perturbed = table(shape, |p| law(p) + i64::from(p == wrong));
        let findings = guess(&perturbed);
        refuted += usize::from(findings.refuted.is_some());
        let larger: Vec<usize> = shape.iter().map(|len| len * 2).collect();
        let truth = table(&larger, |p| law(p) + i64::from(p == wrong));
        if let Some(found) = findings.law(&perturbed)
            && let Some(cell) = found.counterexample(&truth)
        {
            false_laws.push(format!("{i}: {} {cell:?}", found.text()));
        }
    }
    assert!(false_laws.len() * 1_000 < total, "{false_laws:?}");
    assert!(
        refuted * 2 > total,
        "{refuted} of {total} with a counterexample"
    );
}

/// The same with a changed cell in every fiftieth on average, everywhere.
#[test]
fn noisy_tables_have_no_law() {
    let mut random = Random(22);
    let (mut false_laws, total) = (Vec::new(), rounds(300, 12_000));
    for i in 0..total {
        let law = LAWS[i % LAWS.len()];
        let shape = SHAPES[i / LAWS.len() % 4];
        let mut changed = 0;
        let noisy = table(shape, |p| {
            let change = i64::from(random.bits().is_multiple_of(50) && p.iter().all(|x| *x > 2));
            changed += change;
            law(p) + change
        });
        let last_third = |p: &[i64]| {
            p.iter()
                .zip(shape)
                .any(|(x, len)| *x as usize * 3 >= len * 2)
        };
        let found = self::law(&noisy);
        if let Some(law_found) = &found {
            // Whatever is claimed describes the table.
            assert_eq!(law_found.counterexample(&noisy), None);
            if law_found.exceptions().iter().any(|e| last_third(&e.place)) {
                false_laws.push(format!("{i}: {}", law_found.text()));
            }
        }
        if let (9.., Some(found)) = (changed, found) {
            false_laws.push(format!("{i}: {} with {changed} changes", found.text()));
        }
    }
    assert!(false_laws.len() * 1_000 < total, "{false_laws:?}");
}

/// What is found in a short table is what it comes from, or nothing.
#[test]
fn short_tables_have_no_false_law() {
    for law in LAWS {
        let truth = table(&[40], law);
        for len in 2..12 {
            if let Some(found) = self::law(&table(&[len], law)) {
                assert_eq!(
                    found.counterexample(&truth),
                    None,
                    "{len}: {}",
                    found.text()
                );
            }
        }
    }
}

/// Sequences in which no law is known: a report would be a false discovery.
#[test]
fn sequences_without_a_known_law_have_none() {
    let mut grundys_game: Vec<i64> = Vec::new();
    let mut squares: Vec<i64> = Vec::new();
    for n in 0..300usize {
        let mut options: Vec<i64> = (1..n.div_ceil(2))
            .map(|a| grundys_game[a] ^ grundys_game[n - a])
            .collect();
        grundys_game.push(mex(&mut options));
        let mut options: Vec<i64> = (1..)
            .take_while(|k| k * k <= n)
            .map(|k| squares[n - k * k])
            .collect();
        squares.push(mex(&mut options));
    }
    for (name, values) in [("Grundy's game", &grundys_game), ("squares", &squares)] {
        for len in [60, 100, 150, 200, 300] {
            let found = law(&table(&[len], |p| values[p[0] as usize]));
            let text = found.map(|law| law.text());
            assert_eq!(text, None, "{name}, {len}");
            let zeros = law(&table(&[len], |p| i64::from(values[p[0] as usize] == 0)));
            let text = zeros.map(|law| law.text());
            assert_eq!(text, None, "{name}, {len}, zeros");
        }
    }
}

fn mex(values: &mut Vec<i64>) -> i64 {
    values.sort_unstable();
    values.dedup();
    let gap = values.iter().zip(0..).position(|(v, i)| *v != i);
    gap.unwrap_or(values.len()) as i64
}
