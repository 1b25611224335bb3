//! The baselines answer their contests' samples; two of them are checked on all
//! positions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use kibitz_bench::inputs::diamond;
use kibitz_bench::process::Job;
use kibitz_bench::programs;

/// The baseline's output; `None` if there is no C++ compiler.
fn answer(name: &str, test: &str, input: &str) -> Option<String> {
    if !programs::has_compiler() {
        eprintln!("skipped: no C++ compiler");
        return None;
    }
    // A directory per test, because tests run concurrently.
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{test}"));
    fs::create_dir_all(&dir).unwrap();
    fs::write(dir.join("in"), input).unwrap();
    let program = programs::baseline(name, &dir).unwrap();
    let job = Job::new(&program, &[], &dir.join("in"), &dir.join("out"));
    job.run().unwrap();
    Some(fs::read_to_string(job.output()).unwrap())
}

fn counts(answers: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for line in answers.lines() {
        *counts.entry(line).or_default() += 1;
    }
    counts
}

#[test]
fn marbles_answers_the_sample() {
    let sample = "6

   *\n  * *\n * * *\n* * * *\n . * *\n  . *\n   .

   *\n  * *\n * * *\n. . . *\n * * *\n  * *\n   *

   *\n  * *\n * * .\n* * * *\n * * .\n  * *\n   *

   *\n  * *\n . . *\n* * * *\n * * *\n  * *\n   *

   .\n  * *\n * * *\n* * * .\n * * *\n  * *\n   *

   .\n  * .\n * * .\n* * * .\n * * *\n  * *\n   *";
    let expected = "Possible.\nPossible.\nPossible.\nPossible.\nImpossible.\nPossible.\n";
    if let Some(answers) = answer("marbles", "sample", sample) {
        assert_eq!(answers, expected);
    }
}

#[test]
fn marbles_loses_6808_boards() {
    let mut input = String::from("65536\n");
    for board in 0..=u16::MAX {
        input.push('\n');
        input.push_str(std::str::from_utf8(&diamond(board)).unwrap());
    }
    if let Some(answers) = answer("marbles", "all", &input) {
        let expected = [("Impossible.", 6_808), ("Possible.", 58_728)];
        assert_eq!(counts(&answers), BTreeMap::from(expected));
    }
}

#[test]
fn numbers_solves_every_pair_of_hands() {
    let hands = hands(&mut Vec::new());
    assert_eq!(hands.len(), 494);
    let pairs = hands.len() * hands.len();
    for (first, [alice, bob]) in [(0, ["Alice", "Bob"]), (1, ["Bob", "Alice"])] {
        let mut input = format!("{pairs}\n");
        for mover in &hands {
            for other in &hands {
                let [a, b] = if first == 0 {
                    [mover, other]
                } else {
                    [other, mover]
                };
                input.push_str(&format!("{first}\n{a}\n{b}\n"));
            }
        }
        if let Some(answers) = answer("numbers", &format!("all-{first}"), &input) {
            let expected = [(alice, 120_871), (bob, 74_111), ("Deal", 49_054)];
            assert_eq!(counts(&answers), BTreeMap::from(expected));
        }
    }
}

/// Every sorted hand of eight cards except that of zeros.
fn hands(begun: &mut Vec<u8>) -> Vec<String> {
    if begun.len() == 8 {
        let text: Vec<String> = begun.iter().map(u8::to_string).collect();
        return (begun[7] > 0).then(|| text.join(" ")).into_iter().collect();
    }
    let least = begun.last().copied().unwrap_or(0);
    let mut all = Vec::new();
    for card in least..5 {
        begun.push(card);
        all.extend(hands(begun));
        begun.pop();
    }
    all
}

#[test]
fn boxes_answers_the_sample() {
    if let Some(answers) = answer("boxes", "sample", "2\n2\n1 2\n7\n1 3 3 2 2 1 2\n") {
        assert_eq!(answers, "Case 1: Alice\nCase 2: Bob\n");
    }
}

#[test]
fn piles_answers_small_cases() {
    // A card that exceeds the pile; a single move; a single move and a pile
    // without one; two equal piles, where Bob mirrors.
    let input = "1 3\n1 2\n1 3\n1 1\n2 0\n1 1\n2 1 3\n2 2\n4 1 2 1 2\n4 1 2 1 2\n";
    let expected = "Bob will win.\nAlice can win.\nAlice can win.\nBob will win.\n";
    if let Some(answers) = answer("piles", "small", input) {
        assert_eq!(answers, expected);
    }
}

#[test]
fn nine_answers_the_samples() {
    let samples = "\
JD 7S 9S JS 8S 9D 6D 8C 8D TH KS QD QH TD 6C AD KD AC
KH QC 9H 6H KC 9C JC TS 6S QS TC JH 7D 7H AS AH 7C 8H
7S KD 8C AH QS AC KS JC 6C 7D 9H TS 7C 6D JH JD 6S KC
8D QD AS TD AD TH KH 9S JS 9C QC 8S 8H 7H TC QH 9D 6H
6C 7S 6H KS 9C 6S QS 7C TS JD 8H KC 9D 8C 7H KD JC QC
6D TH TD AD JS 9H TC QD 8D AC JH AH KH AS 7D 8S 9S QH
JS KS JD TH KH JC KC QD AS JH 6H 9H 7H 6C 9D AC 6D 9S
8D 8H 7C 7S KD 7D 6S QH 8C TS AD TD TC 9C QC 8S QS AH
6S KC TD 8S AC 9S KD TS TH 7D 7C KH TC QC JH QD JC JD
QH AS 9H 6C 8C 9C 6D AH AD KS JS 7H 6H 8H 9D QS 7S 8D
";
    if let Some(answers) = answer("nine", "samples", samples) {
        assert_eq!(answers, "Alice\nBob\nAlice\nBob\nBob\n");
    }
}
