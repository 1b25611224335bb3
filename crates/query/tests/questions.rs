//! Questions that nobody asks: damaged parameters, positions, moves, conditions
//! and tables, asked in one process under small budgets. Each gets an answer or
//! an error, soon, and no panic.

use std::time::{Duration, Instant};

use kibitz_game::Watch;
use kibitz_query::Wanted;
use kibitz_query::{
    Axis, CATALOGUE, Choice, Conditions, Entry, Limits, QueryError, Session, TableQuestion, Wish,
};
use kibitz_twins::{Random, rounds};

/// No question takes longer, however busy the machine is.
const HANGS: Duration = Duration::from_secs(30);

/// A watch that ends every question soon.
fn watch() -> Watch {
    Watch::new()
        .memory(16 << 20)
        .time(Duration::from_millis(5))
        .threads(1)
}

const ODD: [&str; 24] = [
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

/// A text with some characters changed.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..random.below(3) {
        let at = random.below(chars.len() + 1);
        let end = (at + random.below(6)).min(chars.len());
        match random.below(4) {
            0 => drop(chars.splice(at..at, random.pick(&ODD).chars())),
            1 => drop(chars.splice(at..end, random.pick(&ODD).chars())),
            2 => drop(chars.drain(at..end)),
            _ => {
                let copy = chars[at..end].to_vec();
                drop(chars.splice(at..at, copy));
            }
        }
    }
    chars.into_iter().collect()
}

/// Parameters of a game, most of them as they are.
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

/// Asks one question about a game; says whether there was an answer.
fn ask(game: &Session, random: &mut Random) -> Result<(), QueryError> {
    let limits = Limits {
        moves: random.below(4),
        line: random.below(4),
        depth: random.below(2),
    };
    let at = damaged(&game.shown(), random);
    match random.below(9) {
        0 | 1 => drop(game.ask(&at, limits, &watch())?),
        2 => {
            let seen = game.look(&at, 20)?;
            let by = seen.moves.first().map_or("pass", |step| step.by.as_str());
            let _ = game.step(&at, &damaged(by, random));
        }
        3 => drop(game.view(&at)?),
        4 => {
            let conditions =
                Conditions::parse(&damaged(CONDITIONS[random.below(CONDITIONS.len())], random));
            if let Ok(conditions) = conditions {
                game.find(&at, &conditions, random.below(4), &watch())?;
            }
        }
        5 => drop(game.stats(&at, &watch())?),
        6 => {
            let wish = Wish {
                seed: random.bits(),
                count: 1 + random.below(2),
                deepest: random.below(2) == 0,
                plies: (random.below(2) == 0).then(|| 0..=random.below(20) as u32),
            };
            game.puzzles(&wish, &watch())?;
        }
        7 => drop(game.demo(&at, &watch())?),
        _ => drop(game.verdict(&at, Wanted::default(), &watch())?),
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
    let question = TableQuestion {
        game: &Choice::Listed(entry),
        set: &settings(entry, random),
        axes: &axes,
        at: (random.below(2) == 0).then_some(at.as_str()),
        wanted: Wanted {
            plies: random.below(2) == 0,
            grundy: random.below(2) == 0,
            visits: false,
        },
    };
    question.answer(&watch()).map(drop)
}

#[test]
fn any_question_is_answered_or_refused() {
    let games: Vec<&'static Entry> = CATALOGUE.iter().filter(|e| e.quick.is_some()).collect();
    let all = rounds(3_000, 300_000);
    let (mut answered, mut refused) = (0, 0);
    let mut seed = 0;
    while answered + refused < all {
        seed += 1;
        let mut random = Random(seed);
        let entry = games[seed as usize % games.len()];
        let set = settings(entry, &mut random);
        let began = Instant::now();
        let pairs = set.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        let outcomes = match entry.open(pairs) {
            _ if random.below(8) == 0 => vec![table(entry, &mut random)],
            Err(error) => vec![Err(error)],
            // Opening takes longer than most questions.
            Ok(game) => (0..8).map(|_| ask(&game, &mut random)).collect(),
        };
        assert!(began.elapsed() < HANGS, "seed {seed}: {set:?}");
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
