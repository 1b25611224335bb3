//! Every solver against the brute-force twins, which share no code with it:
//! value, plies, Grundy value and score, position by position.

mod boxes;
mod calendar;
mod dominoes;
mod ed;
mod euclid;
mod marbles;
mod nim;
mod nine;
mod numbers;
mod octal;
mod piles;
mod subtraction;
mod tictactoe;

use std::sync::Arc;

use kibitz_game::{Game, Group, Grouped, MORE, Watch, Wdl};
use kibitz_solve::heaps::Heaps;
use kibitz_solve::{Cache, Scope, Solution, SolveError, Solver, Verdict, Wanted};
use kibitz_twins::Outcome;

/// So many rounds, and ten times as many in `./test --full`.
fn rounds(usual: usize) -> usize {
    kibitz_twins::rounds(usual, 10 * usual)
}

/// A solver, and what it has solved.
struct Asked<G: Game> {
    solver: Box<dyn Solver<G>>,
    cache: Cache<G>,
}

type Solved<G> = Result<Arc<dyn Solution<G>>, SolveError>;

impl<G: Game> Asked<G> {
    fn new(solver: impl Solver<G> + 'static) -> Asked<G> {
        Asked {
            solver: Box::new(solver),
            cache: Cache::default(),
        }
    }

    fn get(&self, game: &G, scope: Scope<G::Pos>, wanted: Wanted) -> Solved<G> {
        self.cache
            .get(&*self.solver, game, scope, wanted, &Watch::new())
    }

    fn around(&self, game: &G, p: &G::Pos) -> Solved<G> {
        self.get(game, Scope::Around(p.clone()), Wanted::ALL)
    }
}

fn verdict<G: Game>(solved: &Asked<G>, game: &G, p: &G::Pos) -> Verdict {
    let solution = solved.around(game, p).unwrap();
    solution.verdict(game, p, &Watch::new()).unwrap().unwrap()
}

/// What a verdict says about winner and plies.
fn outcome(verdict: &Verdict) -> Outcome {
    let plies = verdict.plies.map(kibitz_game::Plies::get);
    match (verdict.wdl, plies) {
        (Wdl::Win, Some(n)) => Outcome::Win(n),
        (Wdl::Loss, Some(n)) => Outcome::Loss(n),
        (Wdl::Draw, None) => Outcome::Draw,
        other => panic!("{other:?}"),
    }
}

fn grundy(verdict: &Verdict) -> Option<u32> {
    verdict.grundy.map(|g| u32::try_from(g.get()).unwrap())
}

/// Groups must add up to the moves that there are, and count the winning ones.
fn groups_agree<G: Grouped>(game: &G, p: &G::Pos, groups: &[Group<G::Move>]) {
    let mut heaps = Heaps::new();
    groups_agree_with(game, p, groups, |q| {
        heaps.grundy(game, q, &Watch::new()).unwrap().is_lost()
    });
}

/// The same, where `is_lost` says which positions are lost.
fn groups_agree_with<G: Grouped>(
    game: &G,
    p: &G::Pos,
    groups: &[Group<G::Move>],
    mut is_lost: impl FnMut(&G::Pos) -> bool,
) {
    let mut moves = 0;
    let mut winning = 0;
    let Ok(_) = game.expand(p, |step| {
        moves += 1;
        winning += u64::from(is_lost(&step.to));
        MORE
    }) else {
        panic!("the rules fail")
    };
    assert_eq!(groups.iter().map(|g| g.moves).sum::<u64>(), moves, "{p:?}");
    assert_eq!(
        groups.iter().map(|g| g.winning).sum::<u64>(),
        winning,
        "{p:?}"
    );
    for group in groups {
        let after = game.after(p, &group.example);
        assert_eq!(is_lost(&after), group.winning > 0, "{p:?} {}", group.name);
    }
}
