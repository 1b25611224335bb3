//! Robustness: damaged parameters, positions, moves, conditions and tables, in
//! one process under small limits. Each query returns a result or an error
//! within the time limit, without a panic.

use std::time::{Duration, Instant};

use kibitz_bruteforce::{Random, rounds};
use kibitz_game::RunContext;
use kibitz_query::RequestedFields;
use kibitz_query::{
    Axis, CATALOGUE, Conditions, Entry, GameSource, Limits, ParameterTable, PuzzleKind, PuzzleSpec,
    QueryError, Session,
};

/// Time limit of a query, generous for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A context with small limits.
fn context() -> RunContext {
    RunContext::new()
        .memory(16 << 20)
        .time(Duration::from_millis(5))
        .threads(1)
}

const FRAGMENTS: [&str; 24] = [
    "0",
    "1",
    "7",
    "9",
    " ",
    "-",
    "+",
    ",",
    "/",
    ".",
    "=",
    ">",
    "{a}",
    "{",
    "}",
    "[",
    "x",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "\u{feff}",
    "\u{202e}",
    "é",
    "𝔸",
];

/// A text with some random changes.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.below(3) {
        let at = random.below(chars.len() + 1);
        let end = (at + random.below(6)).min(chars.len());
        match random.below(4) {
            0 => drop(chars.splice(at..at, random.pick(&FRAGMENTS).chars())),
            1 => drop(chars.splice(at..end, random.pick(&FRAGMENTS).chars())),
            2 => drop(chars.drain(at..end)),
            _ => {
                let copy = chars[at..end].to_vec();
                drop(chars.splice(at..at, copy));
            }
        }
    }
    chars.into_iter().collect()
}

/// Parameters of a game, some of them damaged.
fn settings(entry: &Entry, random: &mut Random) -> Vec<(String, String)> {
    let small = entry.quick.unwrap_or_default().iter();
    let mut set: Vec<(String, String)> = small
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    for parameter in entry.info.parameters.iter() {
        let is_set = set.iter().any(|(name, _)| name == parameter.name);
        if !is_set && random.below(4) == 0 {
            let value = damaged(parameter.default, random);
            set.push((parameter.name.to_owned(), value));
        }
    }
    set
}

const CONDITIONS: [&str; 8] = [
    "plies=max",
    "value=win and plies=min",
    "winning=1, moves>=2",
    "grundy>5",
    "score=3",
    "moves=max",
    "value!=draw",
    "plies<=3 and grundy=0",
];

/// Runs one random query on a game.
fn query(game: &Session, random: &mut Random) -> Result<(), QueryError> {
    let limits = Limits {
        moves: random.below(4),
        line: random.below(4),
        depth: random.below(2),
    };
    let at = damaged(&game.default_position(), random);
    match random.below(9) {
        0 | 1 => drop(game.analyse(&at, limits, &context())?),
        2 => {
            let seen = game.inspect(&at, 20)?;
            let by = seen.moves.first().map_or("pass", |step| step.by.as_str());
            let _ = game.step(&at, &damaged(by, random));
        }
        3 => drop(game.view(&at)?),
        4 => {
            let conditions =
                Conditions::parse(&damaged(CONDITIONS[random.below(CONDITIONS.len())], random));
            if let Ok(conditions) = conditions {
                game.find(&at, &conditions, random.below(4), &context())?;
            }
        }
        5 => drop(game.stats(&at, &context())?),
        6 => {
            let spec = PuzzleSpec {
                seed: random.bits(),
                count: 1 + random.below(2),
                kind: [
                    PuzzleKind::OnlyWin,
                    PuzzleKind::Deepest,
                    PuzzleKind::FastestWin,
                ][random.below(3)],
                plies: (random.below(2) == 0).then(|| 0..=random.below(20) as u32),
            };
            game.puzzles(&spec, &context())?;
        }
        7 => drop(game.demo(&at, &context())?),
        _ => drop(game.probe(&at, RequestedFields::default(), &context())?),
    }
    Ok(())
}

/// A table over damaged axes and templates.
fn table(entry: &'static Entry, random: &mut Random) -> Result<(), QueryError> {
    let fields = entry.info.fields.first().copied().unwrap_or("{a}");
    let at = damaged(fields, random);
    let parameter = entry.info.parameters.first().map_or("n", |p| p.name);
    let texts = [
        "a=0..4".to_owned(),
        "n=1,2,9".to_owned(),
        format!("{parameter}=1..3"),
    ];
    let axes: Vec<Axis> = (0..1 + random.below(2))
        .filter_map(|_| {
            let text = &texts[random.below(texts.len())];
            Axis::parse(&damaged(text, random)).ok()
        })
        .collect();
    let request = ParameterTable {
        game: &GameSource::BuiltIn(entry),
        set: &settings(entry, random),
        axes: &axes,
        at: (random.below(2) == 0).then_some(at.as_str()),
        wanted: RequestedFields {
            plies: random.below(2) == 0,
            grundy: random.below(2) == 0,
            visits: false,
        },
        table: None,
    };
    request.answer(&context()).map(drop)
}

#[test]
fn damaged_queries_return_a_result_or_an_error() {
    let games: Vec<&'static Entry> = CATALOGUE.iter().filter(|e| e.quick.is_some()).collect();
    let all = rounds(1_000, 100_000);
    let (mut answered, mut refused) = (0, 0);
    let mut seed = 0;
    while answered + refused < all {
        seed += 1;
        let mut random = Random(seed);
        let entry = games[seed as usize % games.len()];
        let set = settings(entry, &mut random);
        let began = Instant::now();
        let pairs = set.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        let outcomes = match Session::open(entry, pairs) {
            _ if random.below(8) == 0 => vec![table(entry, &mut random)],
            Err(error) => vec![Err(error)],
            // Opening takes longer than most queries.
            Ok(game) => (0..8).map(|_| query(&game, &mut random)).collect(),
        };
        assert!(began.elapsed() < TIMEOUT, "seed {seed}: {set:?}");
        for outcome in outcomes {
            match outcome {
                Ok(()) => answered += 1,
                Err(error) => {
                    assert!(!error.to_string().is_empty(), "seed {seed}");
                    refused += 1;
                }
            }
        }
    }
    assert!(
        answered > all / 20 && refused > all / 20,
        "{answered} {refused}"
    );
}
