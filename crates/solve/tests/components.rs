//! Grundy values on random graphs of components, with and without cycles, agree with a naive
//! recursive mex, as typed components and as state vectors; also after extensions that failed.

use std::convert::Infallible;
use std::panic::{AssertUnwindSafe, catch_unwind};

use kibitz_bruteforce::{Random, rounds};
use kibitz_game::{Flow, Game, Grundy, Impartial, RunContext, Step, StopReason};
use kibitz_solve::SolveError;
use kibitz_solve::grundy::{Components, GrundyCache};

type Row = Box<[i64]>;

/// For each component its options, each a sum of components.
#[derive(Debug)]
struct Graph(Vec<Vec<Vec<usize>>>);

impl Graph {
    /// Options lead to lower components, and rarely to any if there may be cycles.
    fn random(random: &mut Random, may_cycle: bool) -> Graph {
        let count = 1 + random.below(25);
        let part = |from: usize, random: &mut Random| match may_cycle && random.roll(20) == 0 {
            true => random.below(count),
            false => random.below(from),
        };
        let options = (0..count).map(|from| {
            let options = if from == 0 { 0 } else { random.roll(5) };
            let option = |_| (0..random.roll(4)).map(|_| part(from, random)).collect();
            (0..options).map(option).collect()
        });
        Graph(options.collect())
    }

    /// By component, whether it can reach a cycle: the transitive closure, in which what is on a
    /// cycle reaches itself.
    fn cyclic(&self) -> Vec<bool> {
        let count = self.0.len();
        let mut reach = vec![vec![false; count]; count];
        for (from, options) in self.0.iter().enumerate() {
            options
                .iter()
                .flatten()
                .for_each(|to| reach[from][*to] = true);
        }
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reach[from][to] |= reach[from][via] && reach[via][to];
                }
            }
        }
        let is_cyclic =
            |from: usize| (0..count).any(|to| reach[to][to] && (from == to || reach[from][to]));
        (0..count).map(is_cyclic).collect()
    }

    /// The definition; `None` if the component can reach a cycle.
    fn values(&self) -> Vec<Option<u64>> {
        fn naive(graph: &Graph, part: usize, known: &mut [Option<u64>]) -> u64 {
            if known[part].is_none() {
                let mut values = Vec::new();
                for option in &graph.0[part] {
                    let nim_sum = |sum, part: &usize| sum ^ naive(graph, *part, known);
                    values.push(option.iter().fold(0, nim_sum));
                }
                known[part] = (0..).find(|value| !values.contains(value));
            }
            known[part].unwrap()
        }
        let mut known = vec![None; self.0.len()];
        let cyclic = self.cyclic();
        let value =
            |(part, is_cyclic): (usize, bool)| (!is_cyclic).then(|| naive(self, part, &mut known));
        cyclic.into_iter().enumerate().map(value).collect()
    }

    fn contains(&self, from: usize, to: usize) -> bool {
        self.0[from].iter().flatten().any(|part| *part == to)
    }
}

/// Positions are sums, and every move is in some component.
impl Game for Graph {
    type Pos = Vec<usize>;
    type Move = ();
    type Fault = Infallible;

    fn expand<F>(&self, _: &Vec<usize>, _: F) -> Result<Flow, Infallible>
    where
        F: FnMut(Step<Vec<usize>, ()>) -> Flow,
    {
        unreachable!("Grundy values need components only")
    }
}

impl Impartial for Graph {
    type Part = usize;

    fn parts<F: FnMut(usize)>(&self, p: &Vec<usize>, visit: F) {
        p.iter().copied().for_each(visit);
    }

    fn options<F: FnMut(&[usize]) -> Flow>(&self, part: &usize, mut visit: F) -> Flow {
        self.0[*part].iter().try_for_each(|option| visit(option))
    }
}

/// A context with too little memory for most extensions, or enough.
fn context(random: &mut Random) -> RunContext {
    match random.roll(2) {
        0 => RunContext::new().memory(random.roll(1_500)),
        _ => RunContext::new(),
    }
}

fn is_for_memory(error: &SolveError) -> bool {
    matches!(error, SolveError::Stop(StopReason::OutOfMemory { .. }))
}

#[test]
fn typed_components_agree_with_the_definition() {
    let mut random = Random(71);
    let (mut values, mut cycles, mut failures) = (0, 0, 0);
    for round in 0..rounds(400, 20_000) {
        let graph = Graph::random(&mut random, round % 2 == 1);
        let expected = graph.values();
        let mut cache = GrundyCache::new();
        for _ in 0..20 {
            let sum: Vec<usize> = (0..random.roll(4))
                .map(|_| random.below(graph.0.len()))
                .collect();
            let terms = sum.iter().map(|part| expected[*part]);
            let nim_sum = terms
                .into_iter()
                .try_fold(0, |sum, value| Some(sum ^ value?));
            match cache.grundy(&graph, &sum, &context(&mut random)) {
                Ok(value) => {
                    assert_eq!(Some(value.get()), nim_sum, "{graph:?} {sum:?}");
                    values += 1;
                }
                Err(SolveError::Cycle { position }) => {
                    assert_eq!(nim_sum, None, "{graph:?} {sum:?}");
                    let part: usize = position.parse().unwrap();
                    assert_eq!(expected[part], None, "{graph:?}");
                    cycles += 1;
                }
                Err(e) => {
                    assert!(is_for_memory(&e), "{e}");
                    failures += 1;
                }
            }
        }
    }
    assert!(
        values > 1000 && cycles > 200 && failures > 200,
        "{values} {cycles} {failures}"
    );
}

fn row(part: usize) -> Row {
    vec![part as i64, -1].into()
}

/// Adds what is reachable from a component; the rules fail where `fault` does.
fn extend(
    known: &mut Components<Row>,
    graph: &Graph,
    root: usize,
    context: &RunContext,
    fault: impl Fn(usize) -> Result<(), SolveError>,
) -> Result<Option<Vec<Row>>, SolveError> {
    let heap_bytes = |row: &Row| size_of_val(&**row);
    known.extend(&[row(root)], context, heap_bytes, |part, visit| {
        let part = part[0] as usize;
        fault(part)?;
        for option in &graph.0[part] {
            let option: Vec<Row> = option.iter().map(|part| row(*part)).collect();
            if visit(&option).is_break() {
                break;
            }
        }
        Ok(())
    })
}

/// Every component that is known has the expected value, and the listed ones are those with values.
fn agree(known: &Components<Row>, expected: &[Option<u64>]) {
    let mut with_values = 0;
    for (part, value) in expected.iter().enumerate() {
        match known.get(&row(part)) {
            Ok(Some(found)) => {
                assert_eq!(Some(found.get()), *value, "{part}");
                with_values += 1;
            }
            Ok(None) => assert_eq!(known.depth(&row(part)), None),
            Err(_) => assert_eq!(*value, None, "{part}"),
        }
    }
    assert_eq!(known.iter().count(), with_values);
}

#[test]
fn state_vectors_agree_with_the_definition() {
    let mut random = Random(72);
    let (mut cycles, mut failures) = (0, 0);
    for round in 0..rounds(400, 20_000) {
        let graph = Graph::random(&mut random, round % 2 == 1);
        let expected = graph.values();
        let mut known = Components::default();
        for _ in 0..8 {
            let root = random.below(graph.0.len());
            let is_known = known.depth(&row(root)).is_some();
            let before = known.len();
            let bad = random.below(2 * graph.0.len());
            let fault = |part| match part == bad {
                true => Err(SolveError::missing(&part)),
                false => Ok(()),
            };
            match extend(&mut known, &graph, root, &context(&mut random), fault) {
                Ok(cycle) => {
                    assert!(known.depth(&row(root)).is_some());
                    assert_eq!(is_known, known.len() == before);
                    let cycle = cycle.unwrap_or_default();
                    let next = cycle.iter().cycle().skip(1);
                    for (from, to) in cycle.iter().zip(next) {
                        assert!(graph.contains(from[0] as usize, to[0] as usize));
                    }
                    cycles += usize::from(!cycle.is_empty());
                }
                Err(e) => {
                    assert!(
                        is_for_memory(&e) || matches!(e, SolveError::Missing { .. }),
                        "{e}"
                    );
                    assert_eq!(known.len(), before);
                    failures += 1;
                }
            }
            agree(&known, &expected);
        }
        for root in 0..graph.0.len() {
            extend(&mut known, &graph, root, &RunContext::new(), |_| Ok(())).unwrap();
        }
        assert_eq!(known.len(), graph.0.len());
        agree(&known, &expected);
    }
    assert!(cycles > 30 && failures > 300, "{cycles} {failures}");
}

/// An extension that exceeds the memory in the middle, or panics, leaves what was known, and the
/// same roots can be added later.
#[test]
fn failed_extension_can_be_repeated() {
    const COUNT: usize = 50_000;
    let chain = Graph(
        (0..COUNT)
            .map(|n| (0..n.min(1)).map(|_| vec![n - 1]).collect())
            .collect(),
    );
    let mut known = Components::default();
    extend(&mut known, &chain, 10, &RunContext::new(), |_| Ok(())).unwrap();
    let little = RunContext::new().memory(1 << 20);
    let error = extend(&mut known, &chain, COUNT - 1, &little, |_| Ok(())).unwrap_err();
    assert!(
        is_for_memory(&error) && error.to_string().contains("components and"),
        "{error}"
    );
    assert_eq!((known.len(), little.memory_taken()), (11, 0));
    let panics = |part| match part {
        40_000 => panic!("the rules fail"),
        _ => Ok(()),
    };
    let enough = RunContext::new().memory(64 << 20);
    let add = || extend(&mut known, &chain, COUNT - 1, &enough, panics);
    assert!(catch_unwind(AssertUnwindSafe(add)).is_err());
    assert_eq!(known.get(&row(COUNT - 1)), Ok(None));
    assert_eq!(known.iter().count(), 11);
    extend(&mut known, &chain, COUNT - 1, &enough, |_| Ok(())).unwrap();
    assert_eq!(known.get(&row(COUNT - 1)), Ok(Some(Grundy::new(1))));
    assert_eq!(known.len(), COUNT);
    let kept = enough.memory_taken();
    assert!(
        (COUNT * 32..COUNT * 128).contains(&(kept as usize)),
        "{kept}"
    );
    drop(known);
    assert_eq!(enough.memory_taken(), 0);
}
