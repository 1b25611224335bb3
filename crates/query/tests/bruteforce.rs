//! Every solver against brute force, which shares no code with it: result,
//! distance, Grundy value and score, position by position.

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

use kibitz_bruteforce::Outcome;
use kibitz_game::{CONTINUE, Game, MoveClass, MoveClasses, RunContext, Wdl};
use kibitz_solve::grundy::GrundyCache;
use kibitz_solve::{Cache, Evaluation, RequestedFields, Scope, Solution, SolveError, Solver};

/// The number of rounds; ten times as many in `./test --full`.
fn rounds(usual: usize) -> usize {
    kibitz_bruteforce::rounds(usual, 10 * usual)
}

/// A solver with its cached solutions.
struct CachedSolver<G: Game> {
    solver: Box<dyn Solver<G>>,
    cache: Cache<G>,
}

type Solved<G> = Result<Arc<dyn Solution<G>>, SolveError>;

impl<G: Game> CachedSolver<G> {
    fn new(solver: impl Solver<G> + 'static) -> CachedSolver<G> {
        CachedSolver {
            solver: Box::new(solver),
            cache: Cache::default(),
        }
    }

    fn get(&self, game: &G, scope: Scope<G::Pos>, wanted: RequestedFields) -> Solved<G> {
        self.cache
            .get(&*self.solver, game, scope, wanted, &RunContext::new())
    }

    fn around(&self, game: &G, p: &G::Pos) -> Solved<G> {
        self.get(game, Scope::Around(p.clone()), RequestedFields::ALL)
    }
}

fn evaluation<G: Game>(solved: &CachedSolver<G>, game: &G, p: &G::Pos) -> Evaluation {
    let solution = solved.around(game, p).unwrap();
    solution
        .probe(game, p, &RunContext::new())
        .unwrap()
        .unwrap()
}

/// The result and distance of an evaluation.
fn outcome(evaluation: &Evaluation) -> Outcome {
    let plies = evaluation.plies.map(kibitz_game::Plies::get);
    match (evaluation.wdl, plies) {
        (Wdl::Win, Some(n)) => Outcome::Win(n),
        (Wdl::Loss, Some(n)) => Outcome::Loss(n),
        (Wdl::Draw, None) => Outcome::Draw,
        other => panic!("{other:?}"),
    }
}

fn grundy(evaluation: &Evaluation) -> Option<u32> {
    evaluation.grundy.map(|g| u32::try_from(g.get()).unwrap())
}

/// Checks that move classes partition the moves and count the winning ones.
fn groups_agree<G: MoveClasses>(game: &G, p: &G::Pos, groups: &[MoveClass<G::Move>]) {
    let mut cache = GrundyCache::new();
    groups_agree_with(game, p, groups, |q| {
        cache.grundy(game, q, &RunContext::new()).unwrap().is_lost()
    });
}

/// The same with a given predicate for lost positions.
fn groups_agree_with<G: MoveClasses>(
    game: &G,
    p: &G::Pos,
    groups: &[MoveClass<G::Move>],
    mut is_lost: impl FnMut(&G::Pos) -> bool,
) {
    let mut moves = 0;
    let mut winning = 0;
    let Ok(_) = game.expand(p, |step| {
        moves += 1;
        winning += u64::from(is_lost(&step.to));
        CONTINUE
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
