//! boxes: the parities, the sinks, the nim-sum of the odd boxes and the
//! replies.

use kibitz_bruteforce::Random;

use super::{Table, list, number, numbers, rounds, text, why};

/// The allowed transfers.
type Rule = fn(usize, usize) -> bool;

fn contest(a: usize, b: usize) -> bool {
    b < a && (a + b) % 2 == 1 && (a + b).is_multiple_of(3)
}

fn ladder(a: usize, b: usize) -> bool {
    a == b + 1
}

fn check(table: &mut Table, rule: Rule, counts: &[u64]) {
    let words: Vec<String> = counts.iter().map(u64::to_string).collect();
    let position = words.join(" ");
    let analysis = table.analyse(&position);
    let reason = why(&analysis).clone();
    assert_eq!(reason.kind, "staircase");
    let facts = &reason.facts;
    let [odd, even, sinks] = ["odd", "even", "sinks"].map(|side| numbers(&facts[side]));

    // Every box is odd or even; every move changes the parity; sinks are even.
    let n = counts.len();
    let mut all = [odd.clone(), even.clone()].concat();
    all.sort_unstable();
    assert_eq!(all, (1..=n as u64).collect::<Vec<_>>());
    let is_odd = |b: usize| odd.contains(&(b as u64));
    for a in 1..=n {
        let targets: Vec<usize> = (1..=n).filter(|b| rule(a, *b)).collect();
        assert!(targets.iter().all(|b| is_odd(a) != is_odd(*b)), "{a}");
        assert_eq!(sinks.contains(&(a as u64)), targets.is_empty(), "{a}");
        assert!(!targets.is_empty() || !is_odd(a), "{a}");
    }

    let sum = odd.iter().fold(0, |sum, b| sum ^ counts[*b as usize - 1]);
    assert_eq!(number(&facts["nim_sum"]), sum);
    assert_eq!(analysis.value == "win", sum != 0);
    let into: Vec<u64> = list(&facts["sent_on"])
        .iter()
        .map(|way| {
            let [into, on_to] = ["into", "on_to"].map(|side| number(&way[side]));
            assert!(rule(into as usize, on_to as usize) && even.contains(&on_to));
            into
        })
        .collect();
    assert_eq!(into, odd, "cards can be sent on from every odd box");

    let zeroing = &facts["move"];
    assert_eq!(zeroing.is_null(), sum == 0);
    if sum != 0 {
        let by = text(&zeroing["move"]);
        let after = table.play(&position, by);
        assert_eq!(text(&zeroing["position"]), after);
        assert_eq!(table.value(&after), "loss");
        let number_of = number(&zeroing["box"]) as usize;
        assert!(is_odd(number_of));
        assert_eq!(number(&zeroing["before"]), counts[number_of - 1]);
        assert_eq!(number(&zeroing["after"]), counts[number_of - 1] ^ sum);
        assert!(reason.text.contains(by), "{}", reason.text);
    }
    for reply in list(&facts["answers"]) {
        assert_eq!(sum, 0);
        let middle = table.play(&position, text(&reply["move"]));
        assert_eq!(table.value(&middle), "win");
        let after = table.play(&middle, text(&reply["answer"]));
        assert_eq!(text(&reply["position"]), after);
        assert_eq!(table.value(&after), "loss");
    }
    if sum == 0 {
        // One reply for each box that has a move.
        let full = (1..=n).filter(|a| counts[a - 1] > 0 && (1..=n).any(|b| rule(*a, b)));
        assert_eq!(list(&facts["answers"]).len(), full.count());
    }
}

#[test]
fn contest_boxes_are_explained() {
    let mut table = Table::new("boxes", &[]);
    let mut random = Random(35);
    for _ in 0..rounds(120) {
        let n = random.roll(9) as usize;
        let counts: Vec<u64> = (0..n).map(|_| random.roll(4)).collect();
        check(&mut table, contest, &counts);
    }
    check(&mut table, contest, &[1, 3, 3, 2, 2, 1, 2]);
}

#[test]
fn simple_staircase_is_explained() {
    let mut table = Table::new("boxes", &[("moves", "2>1,3>2,4>3,5>4")]);
    let mut random = Random(36);
    for _ in 0..rounds(60) {
        let counts: Vec<u64> = (0..5).map(|_| random.roll(4)).collect();
        check(&mut table, ladder, &counts);
    }
}
